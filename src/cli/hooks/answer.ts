// What a hook says back. null: it has nothing to say, and the client goes on.

export type HookAnswer =
  | {
      readonly hookSpecificOutput?: {
        readonly hookEventName: string;
        readonly permissionDecision?: "deny";
        readonly permissionDecisionReason?: string;
        readonly updatedInput?: Readonly<Record<string, unknown>>;
        readonly additionalContext?: string;
      };
      readonly decision?: "block";
      readonly reason?: string;
      /** Shown to the person. */
      readonly systemMessage?: string;
    }
  /** For events whose only way of being kept from happening is the exit code 2. */
  | { readonly objection: string }
  | null;

export function deny(reason: string): HookAnswer {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  };
}
