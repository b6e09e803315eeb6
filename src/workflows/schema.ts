// The shape of a workflow file. The descriptions reach people through the published JSON Schema, in their editors.

import * as z from "zod";
import type {
  CheckSpec,
  CommandSpec,
  Condition,
  EdgeSpec,
  FollowSpec,
  GuardSpec,
  IntentSpec,
  MergeSpec,
  PositionSpec,
  StateSpec,
  Workflow,
} from "../engine/workflow/format.ts";

/** A year: a lease that outlives it is a slip of the keyboard, and milliseconds stay exact integers. */
const MOST_SECONDS = 366 * 24 * 60 * 60;

// Names and texts end up in terminals, comments and logs: control characters could forge lines or colours there. The
// patterns are published, so they keep to what every dialect of regular expressions knows.
// oxlint-disable-next-line no-control-regex
const NAME = /^[^\s\x00-\x1f\x7f-\x9f](?:[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$/;
// oxlint-disable-next-line no-control-regex
const TEXT = /^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$/;

const name = z.string().min(1).max(100).regex(NAME, "must not hold control characters, nor begin or end with a space");
const text = z.string().max(2000).regex(TEXT, "must not hold control characters");
const seconds = z.int().positive().max(MOST_SECONDS);

const stateName = name.describe("The name of a state that stands under `states`.");
const commandName = name.describe("The name of a command that stands under `commands`, without the prefix.");
const policy = z.enum(["enforce", "warn"]);
const guardPolicy = z.enum(["enforce", "warn", "off"]);

/** How facts are called, e.g. "tests": they stand in commands and URLs. */
const factName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, "must be a short word of a-z, 0-9, - _ and .")
  .describe("The name of a fact: one under `checks`, or work, landed, pr, checks, review, codeless, shared.");
const few = z.int().positive().max(1_000_000);
const path = z.string().min(1).max(300).regex(NAME, "must not hold control characters, nor begin or end with a space");
/** They are handed to git: one that begins with a dash would be an option there. */
const branch = path.regex(/^[^-]/, 'must not begin with "-"');
const remote = z
  .string()
  .min(1)
  .max(2000)
  .regex(NAME, "must not hold control characters, nor begin or end with a space")
  .regex(/^[^-]/, 'must not begin with "-"');
const line = z.string().min(1).max(2000).regex(TEXT, "must not hold control characters");

const state = z
  .strictObject({
    description: text.exactOptional().describe("What it means for the work to be here, in one sentence."),
    phase: name.exactOptional().describe("A group of states, for people's eyes."),
    lock: z.boolean().exactOptional().describe("Entered with an exclusive claim: one holder at a time."),
    terminal: z.boolean().exactOptional().describe("The end: nothing leaves it."),
    human: z.boolean().exactOptional().describe("Waits for a person; see `humanGates`."),
    indicator: name.exactOptional().describe('How it is shown: a colour and a shape, e.g. "blue spinner".'),
    skill: name
      .exactOptional()
      .describe("The skill at work here. In a workflow of skills, a state with none that is not terminal is a router."),
    work: z
      .enum(["next-item", "document", "batch"])
      .exactOptional()
      .describe(
        "What a run does here: picks the next item, documents the current one on leaving, or works a batch of tasks.",
      ),
    needs: z
      .array(z.enum(["item-tasks", "tasks-for-every-item"]))
      .exactOptional()
      .describe("What must be known before a run may leave: tasks of the current item, or of every item."),
    ticketSteps: z
      .array(name)
      .exactOptional()
      .describe(
        "The steps of a ticket's position (`position.phases[].step` of the ticket workflow) that the work here stands for: " +
          "an item's ticket is handed off for them here.",
      ),
  })
  .describe("A state.") satisfies z.ZodType<StateSpec>;

const condition = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("item_type"),
      value: name.describe("A type that stands under `itemTypes`."),
    }),
    z.strictObject({ type: z.literal("items_remaining") }),
    z.strictObject({ type: z.literal("no_items_remaining") }),
    z.strictObject({ type: z.literal("batches_remaining") }),
    z.strictObject({ type: z.literal("no_batches_remaining") }),
    z.strictObject({ type: z.literal("always") }),
  ])
  .describe("Routing: the first edge whose condition holds is taken.") satisfies z.ZodType<Condition>;

const guard = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("group_convergence"),
      target: stateName.describe("Every member of the ticket's group must have reached this state."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("no_open_blockers"),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("facts"),
      facts: z.array(factName).min(1).max(20).describe("Each must pass at the ticket's commit."),
      atLeast: z
        .enum(["reported", "witnessed", "observed", "attested"])
        .describe(
          "Who must say so: an agent (reported), Signalbox itself (witnessed), GitHub (observed), or a CI job or a person " +
            "with a key for it (attested). The last two count alike.",
        ),
      unless: factName
        .exactOptional()
        .describe("A fact that only a person gives: where it passes, the others are not asked for."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("rounds"),
      max: few.describe("Agents go over this edge at most so often; a person who moves the ticket begins anew."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("other_hands"),
      than: z
        .array(stateName)
        .min(1)
        .exactOptional()
        .describe("Whoever held or moved the ticket in one of these states may not go over this edge."),
      by: z
        .enum(["connection", "agent", "person"])
        .exactOptional()
        .describe("Who counts as another: another connection (default), another agent, or only a person."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("room"),
      max: few.describe("Fewer open tickets than this stand in the state that the edge leads to."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
    z.strictObject({
      type: z.literal("untouched"),
      paths: z
        .array(path)
        .min(1)
        .max(100)
        .describe("The ticket's change touches none of these: * and ? within a folder, ** over folders, {a,b}."),
      unless: factName.exactOptional().describe("A fact that only a person gives."),
      policy: guardPolicy.exactOptional().describe("Default: enforce."),
    }),
  ])
  .describe("Enforcement: a move over this edge is refused while a guard fails.") satisfies z.ZodType<GuardSpec>;

const edge = z
  .strictObject({
    from: stateName,
    to: stateName,
    label: name.exactOptional().describe('The verb on a button, e.g. "Approve".'),
    when: condition.exactOptional(),
    takes: z
      .literal("commit")
      .exactOptional()
      .describe("A move over this edge names the commit that the work is in: it becomes the ticket's head."),
    guards: z.array(guard).exactOptional(),
  })
  .describe("A legal step.") satisfies z.ZodType<EdgeSpec>;

const command = z
  .strictObject({
    description: text.exactOptional().describe("What whoever acts as this command does."),
    inputs: z.array(stateName).describe("The states in which it expects a ticket."),
    outputs: z.array(stateName).describe("The states that it may name as a target."),
    lock: stateName.exactOptional().describe("The state that it claims a ticket in while it works."),
    relink: z.boolean().exactOptional().describe("May remove links and change parents, in one of its input states."),
    orchestrates: z.boolean().exactOptional().describe("Delegates to other commands; completes nothing by itself."),
    role: z
      .strictObject({ name: name.describe('E.g. "researchers".'), picks: stateName })
      .exactOptional()
      .describe("What people call those who work as this command, and the state that they pick work from."),
  })
  .describe("What an agent can act as.") satisfies z.ZodType<CommandSpec>;

const intent = z
  .strictObject({
    description: text.min(1).describe('A gloss for agents, e.g. "the command\'s work is done, hand the ticket on".'),
    acquires: z.boolean().exactOptional().describe("Takes an exclusive claim."),
    expected: z.boolean().exactOptional().describe("Only from a state that the command expects, or its lock state."),
    all: stateName.exactOptional().describe("The target for every command that has no mapping of its own."),
    commands: z
      .record(commandName, stateName.nullable())
      .exactOptional()
      .describe("The target per command; null where there are several ways out and a state must be named."),
  })
  .describe("A word that stands for a target, per command.") satisfies z.ZodType<IntentSpec>;

const lease = z
  .strictObject({
    seconds: seconds.describe("How long a claim lasts without a sign of life."),
    states: z.record(stateName, seconds).exactOptional().describe("Other lengths, per state."),
    graceSeconds: seconds.describe("What is left of a lease when its holder's client goes away."),
  })
  .describe("How long claims last.");

const position = z
  .strictObject({
    phases: z
      .array(
        z.strictObject({
          phase: name,
          step: name.describe("Its name among the remaining phases."),
          states: z.array(stateName),
          unknown: z
            .boolean()
            .exactOptional()
            .describe("Also takes tickets without a state, or with one that the workflow does not know."),
          oversize: z
            .strictObject({ command: commandName, estimates: z.array(name) })
            .exactOptional()
            .describe(
              "Takes tickets of these estimates, without children, in an input state of the command: before all other phases.",
            ),
          convergeOn: stateName
            .exactOptional()
            .describe("A group here moves on together: all members must have reached this state."),
          gate: z
            .strictObject({ state: stateName, phase: name })
            .exactOptional()
            .describe("When every active member stands in this state and people review plans, the phase's other name."),
          waits: text.exactOptional().describe("Nothing for agents to do: why."),
        }),
      )
      .describe("From the least to the most advanced."),
    rest: name.describe("The phase of a group in which nothing is left for agents to do."),
  })
  .describe("Where a group of tickets stands.") satisfies z.ZodType<PositionSpec>;

const check = z
  .strictObject({
    setup: line.exactOptional().describe('What makes a clean clone ready, e.g. "npm ci".'),
    run: line.describe('The command, e.g. "npm test". It passes where it ends with 0 and enough tests have passed.'),
    seconds: seconds.exactOptional().describe("It is ended after this time, and has failed. Default: 900."),
    counts: z
      .enum(["auto", "junit", "tap", "vitest", "jest", "pytest", "go", "cargo", "none"])
      .exactOptional()
      .describe("How the tests that ran are counted. Default: auto."),
    min: z
      .int()
      .nonnegative()
      .max(1_000_000)
      .exactOptional()
      .describe("With fewer passed tests it counts as empty. Default: 1."),
    reports: path.exactOptional().describe("JUnit files that it leaves: a path, or a pattern with wildcards."),
  })
  .describe("A command whose outcome at a commit is a fact.") satisfies z.ZodType<CheckSpec>;

const merge = z
  .strictObject({
    from: stateName.describe("A pull request may be merged while its ticket stands here."),
    to: stateName.describe("Where the ticket goes when it was."),
    withoutTicket: z
      .enum(["success", "failure"])
      .exactOptional()
      .describe(
        "What the lock says on a pull request, and on pushed commits, that belong to no ticket. Default: failure.",
      ),
    exempt: z
      .array(name)
      .max(100)
      .exactOptional()
      .describe('Authors whose pull requests need no ticket, e.g. "dependabot[bot]".'),
    checks: z
      .record(name, name)
      .exactOptional()
      .describe(
        'Checks on GitHub that have to pass, each with the app that it comes from, e.g. {"test": "github-actions"}. Absent: all that ran, and at least one.',
      ),
  })
  .describe("The merge lock: a status on pull requests.") satisfies z.ZodType<MergeSpec>;

const follow = z
  .strictObject({ fact: factName, from: stateName, to: stateName })
  .describe("A ticket goes over this edge when a person has made the fact true.") satisfies z.ZodType<FollowSpec>;

export const workflowSchema = z.strictObject({
  $schema: z.string().max(2000).exactOptional().describe("Where this schema is, for editors."),
  name: name.describe("A short name of the workflow."),
  version: z.int().positive().describe("Raise it when the meaning changes."),
  title: name.describe("What people call one subject of it."),
  description: text.exactOptional(),
  mode: z.enum(["enforce", "observe"]).describe("enforce: a step off the graph is refused. observe: it is recorded."),
  start: stateName.describe("Where a new subject begins."),
  states: z.record(name, state).describe("The states, by name."),
  edges: z.array(edge).describe("Every legal step; between two edges of one state the order of the file counts."),
  pipeline: z
    .array(stateName)
    .exactOptional()
    .describe("The states in the order in which work advances; states left out stand outside the order."),
  commandPrefix: name
    .exactOptional()
    .describe("Put before a command's name where it is shown; accepted before it where it is given."),
  commands: z.record(name, command).exactOptional().describe("The commands, by name without the prefix."),
  intents: z.record(name, intent).exactOptional().describe("The intents, by bare name."),
  inputs: policy.exactOptional().describe("What happens to a command in a state that it does not expect."),
  humanGates: z
    .record(stateName, z.enum(["advise", "enforce"]))
    .exactOptional()
    .describe("For states flagged human: is leaving them left to people (enforce), or is it only said so (advise)?"),
  planReview: z.enum(["human", "agent"]).exactOptional().describe("Who reviews plans. Default: human."),
  lease: lease.exactOptional(),
  position: position.exactOptional(),
  propagation: z
    .enum(["linked-before", "any", "off"])
    .exactOptional()
    .describe("Which children may be moved after their parent: linked before it entered its state, any, or none."),
  outcomes: z
    .record(name, stateName)
    .exactOptional()
    .describe("How a subject can be completed, and the terminal state that each outcome stands for."),
  silence: z
    .strictObject({
      staleSeconds: seconds.describe("Shown as stale after this time without a sign of life."),
      timeoutSeconds: seconds
        .exactOptional()
        .describe("Ended as a time-out after this time; absent: only by a person."),
      graceSeconds: seconds.describe("What is left when the client goes away."),
    })
    .exactOptional()
    .describe("When a subject counts as silent."),
  skills: z
    .record(
      name,
      z.strictObject({
        description: text.exactOptional(),
        action: z
          .enum(["clear", "none"])
          .exactOptional()
          .describe("What the caller does with its context before the skill begins."),
        document: text
          .regex(/^(?:[^{}]|\{(?:project|session|item|batch)\})+$/)
          .exactOptional()
          .describe("The path of the document that it leaves; {project}, {session}, {item} and {batch} are filled in."),
      }),
    )
    .exactOptional()
    .describe("More about skills, by name; a skill that needs nothing said may be left out."),
  itemTypes: z.array(name).max(100).exactOptional().describe("The types that a run's items may have."),
  checks: z
    .record(factName, check)
    .exactOptional()
    .describe("Commands whose outcome at a commit is a fact of the same name."),
  merge: merge.exactOptional(),
  follow: z.array(follow).max(20).exactOptional().describe("Facts that a ticket follows by itself."),
  base: branch.exactOptional().describe('The branch that work is merged into, e.g. "main".'),
  remote: remote.exactOptional().describe("The URL that the base is fetched from, to see what has landed there."),
}) satisfies z.ZodType<Workflow>;

// Assignability alone would let an optional field that only one side knows slip through: the types must be identical.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
true satisfies Identical<z.infer<typeof workflowSchema>, Workflow>;
