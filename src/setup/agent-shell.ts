// Whether this process was started from an agent's shell. The operator's key lies where an agent could read it; what it
// could do by accident, with a command that it was told about, must not count as a person's word.

const MARKS = [
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
  "QWEN_CODE",
  "AI_AGENT",
];

/** The variable that gives it away, or null. */
export function agentShell(env: NodeJS.ProcessEnv): string | null {
  return MARKS.find((name) => env[name] !== undefined && env[name] !== "" && env[name] !== "0") ?? null;
}
