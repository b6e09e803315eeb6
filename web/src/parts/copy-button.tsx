import { useEffect, useState } from "react";
import { toast } from "./announcer.tsx";
import { Button } from "./controls.tsx";

const SAID_MS = 2_000;

/** Puts a text into the clipboard, and says so; where the browser does not let it, it says what to do. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  async function press(): Promise<void> {
    setCopied(await copy(text));
  }
  return (
    <Button small aria-label={label} onClick={() => void press()}>
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
    </Button>
  );
}

/** A page that came without TLS from another machine has no clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast("danger", "The browser did not let the text be copied.", "Mark it, and copy it with the keyboard.");
    return false;
  }
}
