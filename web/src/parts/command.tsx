// A command to be run in a shell, with a button that copies it.

import { CopyButton } from "./copy-button.tsx";
import styles from "./command.module.css";

export function Command({ text }: { readonly text: string }) {
  return (
    <span className={styles.command}>
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${text}`} />
    </span>
  );
}
