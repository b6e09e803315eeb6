// Buttons and choices. They are ink: colour only signals.

import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "../lib/cx.ts";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "main" | "plain" | "quiet";
  readonly small?: boolean;
}

export function Button({ look, small, className, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type === "submit" ? "submit" : "button"}
      className={cx("btn", look === "main" && "main", look === "quiet" && "quiet", small && "s", className)}
      {...rest}
    />
  );
}

export interface SegmentedProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string | number>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

export function Toggle({
  pressed,
  onChange,
  children,
}: {
  readonly pressed: boolean;
  readonly onChange: (pressed: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={() => onChange(!pressed)}>
      {children}
    </button>
  );
}
