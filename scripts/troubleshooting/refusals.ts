// Why each refusal comes, and the way out of it. The words of an answer are more exact: they name the ticket, the holder
// and the very call that would be accepted.

import type {
  CallCode,
  DecisionCode,
  EvidenceCode,
  HandoffCode,
  PeopleCode,
  RunCode,
  SessionCode,
  TicketCode,
} from "../../src/engine/refusal-codes.ts";
import type { Words } from "./words.ts";

export const HANDOFFS: Words<HandoffCode> = {
  one_target: ["Both `intent` and `to_state` were given, or neither.", "Give exactly one of them."],
  unknown_command: [
    "The workflow has no such command.",
    "Use one that the answer lists; bare and prefixed names both work.",
  ],
  command_not_allowed: [
    "The connection or its token is limited to other commands.",
    "Leave the step to an agent that may act so, or let a person change `SIGNALBOX_COMMANDS` or the token.",
  ],
  unknown_intent: ["The workflow has no such intent.", "Use one that the answer lists."],
  unknown_state: ["The workflow has no such state.", "Use one that the answer lists; the nearest one is named."],
  blank_reason: [
    "A change of this kind stands in the ledger with its reason, and there was none.",
    "Say why, in a sentence.",
  ],
  intent_not_mapped: [
    "This command has no use for the intent: it has no lock state, for instance.",
    "Use one of the command's own intents.",
  ],
  intent_ambiguous: [
    "This command has several ways out, so that the intent does not say which.",
    "Name the state in `to_state` instead.",
  ],
  ticket_not_found: [
    "There is no ticket of that number on this board.",
    "Look with `list_tickets` or `signalbox ticket list`; check which board is open (`SIGNALBOX_DATABASE`).",
  ],
  not_on_board: ["The issue exists, but is not on the project.", "Add it to the project, then call again."],
  state_changed: [
    "The ticket was not in the `from_state` that the caller relied on; or the claim, session or task that a person had seen changed.",
    "Read it again, and decide anew.",
  ],
  claim_conflict: [
    "Somebody else holds the ticket, or it was just put into a lock state by hand.",
    "Take up other work (`pick_actionable_issue`), or wait for the lease to end; an operator can run `signalbox release`.",
  ],
  claim_lost: [
    "The claim's token belongs to a claim that has ended: its lease ran out, or it was released.",
    "Stop, read the ticket again, and lock it anew if it is free.",
  ],
  not_claimed: ["There is no claim to release.", "Nothing needs to be done."],
  human_gate: [
    "Only a person moves a ticket out of this state.",
    "Say in a comment what is needed, and go on with other work.",
  ],
  terminal_state: [
    "Nothing leads out of the state, or nothing is picked there.",
    "Make a new ticket for what is left; a person can override.",
  ],
  invalid_transition: [
    "The workflow has no edge from where the ticket is to where it was to go.",
    "Take one of the steps that the answer names; `signalbox workflow path` shows the whole way.",
  ],
  reject_goes_back: [
    "An intent that sends work back would have carried the ticket on.",
    "Name the state that you mean, or use the intent that completes the work.",
  ],
  unexpected_state: [
    "The command does not expect tickets in this state.",
    "Act as a command that does; the answer names them.",
  ],
  invalid_output: [
    "The command may not bring a ticket into that state.",
    "Use one of its outputs or intents, or leave the step to another command.",
  ],
  not_converged: [
    "The group is not together yet: the step waits until all of it has reached a state.",
    "Help the tickets that the answer names; `check_convergence` says when it is met.",
  ],
  open_blockers: ["Tickets that this one is blocked by are still open.", "Close those first; `get_ticket` shows them."],
  commit_missing: [
    "The edge takes the commit that the work is in, and none was given.",
    "Retry with `commit` set to the whole hash; `git rev-parse HEAD` prints it.",
  ],
  commit_unknown: [
    "The commit is not in the checkout, or its hash was not given in whole.",
    "Commit the work, and give all digits of its hash.",
  ],
  commit_changed: [
    "The ticket's facts are about another commit, and this edge takes no new one.",
    "Leave `commit` out; or send the ticket back, and hand it in again with the new commit.",
  ],
  commit_taken: [
    "Another ticket was handed in with this commit, with a branch that holds it, or with the same change.",
    "Hand in a commit with work of this ticket. Where one change is the work of both, a person runs `signalbox attest shared N` on the other ticket, or hands this one in.",
  ],
  facts_missing: [
    "A fact that the workflow asks for has not passed at the ticket's commit: nobody looked, it failed, or only an agent says so.",
    "Do what the answer says for each: run `signalbox check` in a shell, or ask a person. Then retry the same call.",
  ],
  rounds_used: [
    "Agents have sent the ticket over this edge as often as the workflow lets them.",
    "Hand it to a person (the answer says how): when they move it, counting begins anew.",
  ],
  same_hands: [
    "Who did the work may not take this step, or only a person may.",
    "Leave it to somebody else: another agent, or a person. A person's review of the commit will do too.",
  ],
  no_room: [
    "As many tickets stand in that state as the workflow has room for.",
    "Help one of them on, or take up other work; retry when one has left.",
  ],
  paths_touched: [
    "The change touches files that agents may not change by themselves, or nobody knows which files it touches.",
    "Take the change of those files out, or ask a person to review the commit.",
  ],
};

export const EVIDENCE: Words<EvidenceCode> = {
  fact_not_allowed: [
    "The key may give other facts, and not this one.",
    "Use a key that names this fact; a person makes one.",
  ],
  fact_not_found: [
    "The ledger's row gives no fact, or it was taken back before.",
    "Look the row's number up with `signalbox fact list`.",
  ],
  fact_not_yours: ["Another source said so.", "Only that source takes it back, or a person."],
  no_tests: [
    "A run in which too few tests passed, or some failed, can't be a pass.",
    "Run the tests; report what came of it.",
  ],
  fact_not_checkable: [
    "The workflow in force has no check of this name.",
    "Name one that it has; a person or a CI job gives the others with `signalbox attest`.",
  ],
  nothing_to_check: [
    "No step from the ticket's state asks for a fact that `signalbox check` can look at.",
    "Go on with the handoff, or name the fact to look at.",
  ],
  base_unknown: [
    "The workflow in force does not say which branch work is merged into, or where that is fetched from.",
    "A person adds `base` and `remote` to the workflow's file and adopts it.",
  ],
};

export const DECISIONS: Words<DecisionCode> = {
  unknown_estimate: ["There is no such size.", "Use XS, S, M, L or XL."],
  command_required: ["Picking with `claim` locks the ticket, and a lock belongs to a command.", "Name the command."],
  no_lock: [
    "The command has no lock state, so it can't claim what it picks.",
    "Pick without `claim`, or as a command that locks.",
  ],
  no_claim_from_state: [
    "From this state the command's lock can't be entered.",
    "Pick from a state that the command expects.",
  ],
  no_position: [
    "The workflow does not say which phase its states belong to.",
    "Read the tickets' states, or add `position` to the workflow file.",
  ],
  unknown_target: ["The target is no state of the pipeline.", "Use one that the answer lists."],
  propagation_off: ["By this workflow children do not follow their parent.", "Move each child by its own handoff."],
  target_not_allowed: [
    "Children can't be moved into that state: it is a lock, waits for people, or is an end.",
    "Move each child by its own handoff.",
  ],
  parent_outside_order: [
    "The parent stands outside the pipeline, so that nothing is behind it.",
    "Bring the parent back first.",
  ],
  target_ahead_of_parent: ["Children follow their parent, and don't go before it.", "Move the parent first."],
};

export const TICKETS: Words<TicketCode> = {
  blank_title: ["A ticket needs a title.", "Give one."],
  blank_comment: ["A comment needs a text.", "Give one."],
  unknown_priority: ["There is no such priority.", "Use P0, P1, P2 or P3."],
  nothing_to_edit: ["No field was given to change.", "Name one. A state is changed by a handoff alone."],
  field_changed: [
    "Somebody else changed a field after the caller looked (`seen` says what they saw).",
    "Look at both values. Send yours again with the new one as `seen`, or keep theirs.",
  ],
  nothing_to_undo: [
    "Only a person's own last move is undone, within a minute, and only while nothing else happened to the ticket.",
    "Move the ticket back, with a reason.",
  ],
  relink_not_allowed: [
    "Guards rest on links, so that not everybody may take one away, or hide a ticket that is waited for behind another one.",
    "Leave it to a command with `relink`, or to a person.",
  ],
  cycle: ["The link would close a circle of parents or blockers.", "Take another link away first."],
  blocked_by_family: [
    "A ticket can't be blocked by its own parent or child: a parent waits for its children anyway.",
    "Leave the link out; to put children in order, let them block each other.",
  ],
  import_unfit: [
    "What is imported names a state, priority or estimate that the board does not have.",
    "Change the table of words, and import again.",
  ],
  tickets_live_elsewhere: [
    "An import writes to a board of our own, and this board's tickets live on GitHub.",
    "Make the issues there, or import into another database with `SIGNALBOX_TRACKER=local`.",
  ],
};

export const SESSIONS: Words<SessionCode> = {
  ticket_missing: ["No ticket was named.", "Give its number."],
  session_not_found: ["There is no session of that id.", "`get_session` without an id lists your open ones."],
  not_your_session: [
    "Another agent, which is still there, works on this session.",
    "Open one of your own with `create_ralph_session`. A person can end that one.",
  ],
  session_completed: [
    "The session has ended: its agent or a person ended it, or its ticket was closed or claimed by another agent.",
    "Open a new one with `create_ralph_session`. Where it ended with its ticket, its agent may still say how the work went, once, with `complete_ralph_session`.",
  ],
  out_of_order: [
    "The workflow of sessions is enforced, and does not allow this step.",
    "Report one of the states that the answer names.",
  ],
  not_reportable: ["A session is ended by `complete_ralph_session`, not by reporting an end.", "Call that."],
  unknown_outcome: ["There is no such outcome.", "Use one that the answer lists."],
  bad_metadata: ["`metadata` is no JSON object, or too deep.", "Send an object; the answer says what does not fit."],
};

export const RUNS: Words<RunCode> = {
  run_not_found: [
    "There is no run of that project and session.",
    "Use one that the answer names; `signalbox runs` lists them.",
  ],
  blank_name: ["A name is blank: of an agent, a request, a run, a session or a task.", "Give it a name."],
  wrong_skill: [
    "Another skill is under way.",
    "Do that one's work, and complete it; `get_run` shows where the run stands.",
  ],
  state_mismatch: ["The run is not where the caller thought.", "Go on from where it is."],
  run_over: ["The run has ended.", "Begin another one, with a new session."],
  not_your_run: [
    "Only whoever works a run drops its tasks and changes the type of its items; they are still there.",
    "Leave it to them, or ask a person.",
  ],
  too_late: [
    "The run has passed the place that depends on this: an item's way was chosen, or its tasks were worked.",
    "Leave it as it is, and add what is missing as a new item or task.",
  ],
  missing_fact: [
    "The way on depends on something that the run does not know yet.",
    "Tell it with `update_run` or `update_task_status`, then complete the skill again.",
  ],
  batch_unfinished: ["Tasks of the batch are still open.", "Finish or drop them with `update_task_status`."],
  dead_end: [
    "The workflow has no way on from here.",
    "A person adds one: `signalbox workflow lint` finds such places.",
  ],
  router_loop: [
    "The workflow sends the run in a circle.",
    "A person changes it: `signalbox workflow lint` finds such places.",
  ],
  invalid_item: ["That is no item's number.", "Number items 1, 2, 3 and so on."],
  duplicate_item: ["An item stands in the call twice.", "Send it once."],
  unknown_item_type: ["The workflow has no such type of item.", "Use one that the answer lists."],
  unknown_item: [
    "A task belongs to an item that the run does not have.",
    "Send the item first, or the task without it.",
  ],
  item_documented: ["The item is finished, and keeps its type.", "Add a new item."],
  invalid_graph: ["The tasks can't be read.", "Send them in the form that the answer shows."],
  invalid_task: ["A task has a blank id.", "Give each an id."],
  duplicate_task: ["One id stands for two tasks.", "Give each its own."],
  self_dependency: ["A task depends on itself.", "Take that out."],
  unknown_dependency: ["A task depends on one that is not there.", "Send that one too, or take the dependency out."],
  task_cycle: [
    "Tasks depend on each other in a circle.",
    "Take one of the dependencies out; the answer shows the circle.",
  ],
  task_started: [
    "A task that has begun can't be made to wait for another.",
    "Leave its dependencies as they are, or add a new task.",
  ],
  unknown_task: ["The run has no such task.", "Use one that the answer names."],
  unknown_status: ["There is no such status.", "Use one that the answer lists."],
  dependencies_open: ["What the task depends on is not finished.", "Finish that first."],
  task_final: ["The task is finished or dropped, and stays so.", "Add a new one."],
  missing_reason: ["Dropping a task needs a reason.", "Give one."],
  too_many: ["A run takes only so many items and tasks.", "Begin another run for the rest."],
};

export const PEOPLE: Words<PeopleCode> = {
  person_only: [
    "Only a person does this: making tokens, redacting, importing tickets.",
    "Ask one; they use the command line or the dashboard.",
  ],
  unknown_role: ["There is no such role.", "Use viewer, agent, witness, member or operator."],
  invalid_commands: ["Only an agent's token is limited to commands.", "Leave `--commands` out."],
  invalid_name: [
    "A name holds characters that can't be seen, is the server's own, or looks like that of an agent of another door. A token's name is made of letters, digits, spaces and `. _ @ -`.",
    "Use a plain name of your own.",
  ],
  name_taken: ["A live token has this name.", "Use another, or revoke that one."],
  browser_not_found: ["No such browser is signed in.", "`signalbox browser list` shows them."],
  token_not_found: ["There is no such token.", "`signalbox token list` shows them."],
  invalid_facts: [
    "A witness names no facts, or one that can't be the name of a fact; or another role names some.",
    "Name the facts that it may give with `--facts`.",
  ],
  invalid_witness: [
    "The repository's id, the workflow or the issuer of a witness is not written as one.",
    "Write it as the answer says.",
  ],
  witness_known: [
    "This workflow of this repository is trusted already.",
    "Revoke that witness first to change its facts.",
  ],
  witness_not_found: ["There is no such witness.", "`signalbox witness list` shows them."],
  row_not_found: ["The ledger has no such row.", "`signalbox log` shows rows with their numbers."],
  no_such_moment: [
    "The board was asked for at a time before its first row or yet to come, or at a row that it does not have.",
    "Ask for a time or a row between those that the answer names.",
  ],
  text_not_found: ["The row has no such text.", "Use one that the answer names."],
  nothing_to_redact: ["The row has no text, or it was blanked before.", "Nothing needs to be done."],
  workflow_not_redactable: [
    "The row holds a workflow, by whose rules moves were made.",
    "Put another workflow in force, and change the secret itself.",
  ],
  workflow_not_found: ["No workflow plays that part.", "Ask for `ticket`, `session` or `skill`."],
  workflow_strands_tickets: [
    "Tickets stand in states that the new workflow does not know.",
    'Say where they go with a map (`--map "Old=New"`), move them first, or keep the states in the file. Until then the workflow last in force stays.',
  ],
  workflow_strands_runs: [
    "Runs under way hand off their tickets at steps that the new workflow does not have.",
    "End those runs first, or keep the names of the steps in the position of the file.",
  ],
  workflow_frees_tickets: [
    "The map leads tickets that agents hold into states that nobody can hold them in.",
    "Wait until they are handed on, map to a lock state, or adopt with `--release-claims`: their holders lose them then.",
  ],
  invalid_map: [
    "The map names a state that is not known, sends one state to two others, or is for sessions or runs.",
    "Correct it: on the left a state that tickets stand in now, on the right one of the new workflow.",
  ],
  map_elsewhere: [
    "The tickets of this board are on GitHub, where a map can't move them in one step.",
    "Adopt a workflow that has the old states and the new ones, move the tickets, then adopt the one without the old states.",
  ],
  workflow_changed: [
    "Another workflow has taken force since you looked at the one that you want to replace.",
    "Look at the difference again, then adopt yours.",
  ],
  invalid_workflow: ["The workflow can't be used: the answer says where and why.", "Correct it, and send it again."],
};

export const CALLS: Words<CallCode> = {
  invalid_cursor: [
    "`cursor` is not one that this call gave out, or what it stood at is gone.",
    "Make the call without it, and give each cursor back as it is, with the same arguments.",
  ],
  invalid_arguments: ["An argument is missing, unknown, or of the wrong kind.", "Make the call that the answer shows."],
  tool_renamed: [
    "A tool was called by the name that another server has for it. Nothing was done.",
    "Call the tool that the answer names, with the arguments that it shows.",
  ],
  tool_not_offered: [
    "The tool belongs to a toolset that this server leaves out.",
    "Go on with the tools that are listed, or add the toolset to `SIGNALBOX_TOOLSETS`.",
  ],
  invalid_json: ["The body of a request is not JSON.", "Send a JSON object."],
  invalid_content_type: ["The body was not sent as JSON.", "Send `Content-Type: application/json`."],
  too_long: ["A text is larger than its limit.", "Cut it to what the answer says."],
  unstorable_text: ["A text holds a character that no database keeps faithfully.", "Leave that character out."],
  request_reused: [
    "A `request_id` came with other arguments than before.",
    "Use a new one for each call; repeat one only to repeat the very same call.",
  ],
};
