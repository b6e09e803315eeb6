// What a client tells a hook on its standard input, read with distrust: it comes from another program, of any version.

export interface HookEvent {
  /** PreToolUse, PostToolUse, Stop … */
  readonly kind: string;
  readonly session: string;
  /** null: the main agent of the session. */
  readonly subagent: string | null;
  /** The main agent has one too, where the client was started as an agent of that type. */
  readonly agentType: string | null;
  /** The tool's own name, without the server that a client puts before it; null where the event is about none. */
  readonly tool: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
  /** The agent goes on only because a hook would not let it stop. */
  readonly goesOn: boolean;
}

export interface BadEvent {
  readonly problem: string;
}

export const MOST_EVENT_BYTES = 16 * 1024 * 1024;

export function readEvent(text: string): HookEvent | BadEvent {
  if (text.length > MOST_EVENT_BYTES) return { problem: `the event is larger than ${MOST_EVENT_BYTES} bytes` };
  const given = parse(text);
  if (!isRecord(given)) return { problem: "the event is no JSON object" };
  const kind = given["hook_event_name"];
  const session = given["session_id"];
  if (typeof kind !== "string" || kind === "") return { problem: "the event has no hook_event_name" };
  if (typeof session !== "string" || session === "") return { problem: "the event has no session_id" };
  const { agent_id: id, agent_type: type, tool_name: tool, tool_input: input } = given;
  return {
    kind,
    session,
    subagent: typeof id === "string" && id !== "" ? id : null,
    agentType: typeof type === "string" && type !== "" ? type : null,
    tool: typeof tool === "string" ? toolName(tool) : null,
    input: isRecord(input) ? input : {},
    response: given["tool_response"],
    goesOn: given["stop_hook_active"] === true,
  };
}

/** With whatever the server was told to put before its tools' names. */
export function isTool({ tool }: HookEvent, name: string): boolean {
  return tool?.endsWith(name) ?? false;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `mcp__plugin_signalbox_signalbox__handoff_ticket` is handoff_ticket. What a server puts before its tools stays. */
function toolName(name: string): string {
  return name.startsWith("mcp__") ? name.slice(name.lastIndexOf("__") + 2) : name;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
