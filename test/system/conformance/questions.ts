// Tools that ask back before they answer. Each round is a call of its own; what has to be remembered between two of them
// travels with the client, sealed.

import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { text } from "./content.ts";
import type { FixtureTool } from "./fixtures.ts";

interface State {
  readonly round: number;
}

const states = createRequestStateCodec<State>({ key: crypto.getRandomValues(new Uint8Array(32)) });

const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const OK = z.object({ ok: z.boolean() });

const nameQuestion = inputRequired.elicit({ message: "What is your name?", requestedSchema: NAME });
const okQuestion = inputRequired.elicit({ message: "Please confirm", requestedSchema: OK });

export const QUESTION_TOOLS: readonly FixtureTool[] = [
  {
    name: "test_input_required_result_elicitation",
    description: "Asks for a name.",
    call: ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, "user_name", NAME);
      if (given) return text(`Hello, ${given.name}!`);
      return inputRequired({ inputRequests: { user_name: nameQuestion } });
    },
  },
  {
    name: "test_streaming_elicitation",
    description: "Asks for a name.",
    call: () => inputRequired({ inputRequests: { user_name: nameQuestion } }),
  },
  {
    name: "test_input_required_result_sampling",
    description: "Asks the client's model.",
    call: ({ mcpReq }) => {
      const given = mcpReq.inputResponses?.["capital_question"];
      if (given) return text(JSON.stringify(given));
      return inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } });
    },
  },
  {
    name: "test_input_required_result_list_roots",
    description: "Asks for the client's roots.",
    call: ({ mcpReq }) => {
      const given = mcpReq.inputResponses?.["client_roots"];
      if (given) return text(JSON.stringify(given));
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  },
  {
    name: "test_input_required_result_request_state",
    description: "Asks for a confirmation, and knows its own question again.",
    call: confirmWithState,
  },
  {
    name: "test_input_required_result_tampered_state",
    description: "Asks for a confirmation, and takes no state that it did not make.",
    call: confirmWithState,
  },
  {
    name: "test_input_required_result_multiple_inputs",
    description: "Asks three things at once.",
    call: async ({ mcpReq }) => {
      const state = await stateOf(mcpReq);
      const given = mcpReq.inputResponses ?? {};
      if (state && ["user_name", "greeting", "client_roots"].every((key) => key in given)) return text("all there");
      return inputRequired({
        inputRequests: {
          user_name: nameQuestion,
          greeting: sample("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await states.mint({ round: 1 }),
      });
    },
  },
  {
    name: "test_input_required_result_multi_round",
    description: "Asks, and asks again.",
    call: async ({ mcpReq }) => {
      const round = (await stateOf(mcpReq))?.round ?? 0;
      const color = acceptedContent(mcpReq.inputResponses, "step2", COLOR);
      if (round === 2 && color) return text(`Your color is ${color.color}`);
      if (round >= 1) {
        const message = "Step 2: What is your favorite color?";
        return inputRequired({
          inputRequests: { step2: inputRequired.elicit({ message, requestedSchema: COLOR }) },
          requestState: await states.mint({ round: 2 }),
        });
      }
      const message = "Step 1: What is your name?";
      return inputRequired({
        inputRequests: { step1: inputRequired.elicit({ message, requestedSchema: NAME }) },
        requestState: await states.mint({ round: 1 }),
      });
    },
  },
  {
    name: "test_input_required_result_capabilities",
    description: "Asks only what the client can answer.",
    call: (context) => {
      const inputRequests: Record<string, InputRequest> = {};
      if (can(context, "sampling")) inputRequests["greeting"] = sample("Generate a greeting", 50);
      if (can(context, "elicitation")) inputRequests["user_name"] = nameQuestion;
      return inputRequired({ inputRequests });
    },
  },
  {
    name: "test_missing_capability",
    description: "Needs a client with a model.",
    call: (context) => {
      if (can(context, "sampling")) return text("The client has a model.");
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
];

async function confirmWithState({ mcpReq }: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const state = await stateOf(mcpReq);
  const given = acceptedContent(mcpReq.inputResponses, "confirm", OK);
  if (state && given) return text("state-ok");
  return inputRequired({ inputRequests: { confirm: okQuestion }, requestState: await states.mint({ round: 1 }) });
}

async function stateOf(mcpReq: ServerContext["mcpReq"]): Promise<State | null> {
  const sealed = mcpReq.requestState<string>();
  if (sealed === undefined) return null;
  return states.verify(sealed, { mcpReq }).catch(() => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state is not one of ours.");
  });
}

function can({ mcpReq }: ServerContext, capability: "sampling" | "elicitation"): boolean {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = mcpReq.envelope;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.[capability] !== undefined;
}

function sample(question: string, maxTokens: number): InputRequest {
  const content = { type: "text", text: question } as const;
  return inputRequired.createMessage({ messages: [{ role: "user", content }], maxTokens });
}
