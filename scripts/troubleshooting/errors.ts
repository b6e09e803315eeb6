// Why each error comes, and the way out of it. An error is no answer of the rules: something is in the way of asking them.

import type { FindingCode } from "../../src/engine/lint/finding.ts";
import type { GitHubErrorCode } from "../../src/github/client/errors.ts";
import type { HttpErrorCode } from "../../src/http/answers.ts";
import type { StoreErrorCode } from "../../src/store/errors.ts";
import type { Words } from "./words.ts";

export const STORE: Words<StoreErrorCode> = {
  store_busy: ["Another process has held the file for too long.", "Call again; find out what holds it if it goes on."],
  store_full: ["The disk is full. Nothing was written.", "Make room; no restart is needed."],
  store_readonly: [
    "This user may not write the file, its folder or the schema; or the server is a replica, or was just failed over.",
    "Give it the right to, or name the primary. After a failover, call again in a moment.",
  ],
  store_sealed: [
    "The board was moved elsewhere, and its old file takes no more writes.",
    "The answer says where it is: name that place with `SIGNALBOX_DATABASE`.",
  ],
  store_missing: [
    "The database, its folder or the board is not there.",
    "Check `--database` and `SIGNALBOX_DATABASE`.",
  ],
  store_not_yours: [
    "The board's file or folder belongs to another user.",
    "Act as that user, take it over with `chown`, or name it with `--database` if you mean it.",
  ],
  store_corrupt: [
    "The file is damaged, or is no SQLite database.",
    "Restart: it is set aside, and the way back is shown. Then put a backup in its place.",
  ],
  store_unreachable: [
    "PostgreSQL does not answer.",
    "Check address, network and password; servers go on by themselves when it is back.",
  ],
  store_newer: ["A newer Signalbox has upgraded the database.", "Upgrade here, and restart."],
  store_older: [
    "The board's schema is older than this program: it waits for a migration, or was put back to an older copy.",
    "Run `signalbox migrate` when the other users of the board can be restarted too; or go on with the older version.",
  ],
  store_not_empty: ["An import needs an empty board.", "Name another database or board."],
  import_refused: [
    "The export is incomplete, changed, or made by a newer Signalbox. Nothing was taken in.",
    "Export again; the answer names the line.",
  ],
  store_failed: [
    "Reading or writing failed in another way, which the answer names.",
    "Do what it says; `signalbox verify` says whether the board is whole.",
  ],
};

export const GITHUB: Words<GitHubErrorCode> = {
  github_unauthorized: [
    "The token is missing, wrong or expired; or GitHub does not accept the App's key.",
    "Set `SIGNALBOX_GITHUB_TOKEN`, or run `gh auth login`; with an App, put a new private key where `SIGNALBOX_GITHUB_APP_KEY` leads.",
  ],
  github_forbidden: ["The token is known, and may not do this.", "`signalbox doctor` says what it lacks."],
  github_limited: [
    "GitHub refuses requests for a while. Nothing was written.",
    "Wait until the time that the answer names.",
  ],
  github_held_back: [
    "The rest of the budget is kept, so that GitHub does not refuse.",
    "Wait until the time that the answer names.",
  ],
  github_unreachable: ["GitHub does not answer.", "Check the network and `GITHUB_API_URL`."],
  github_failed: ["GitHub failed, or what answered is not GitHub.", "Try again in a moment."],
  github_rejected: [
    "GitHub understood, and will not do it.",
    "The answer quotes why; `signalbox doctor` checks the project.",
  ],
  github_project_missing: [
    "There is no such project, or the token can't see it.",
    "Look at its number with `gh project list`.",
  ],
  github_settings: [
    "The settings for GitHub do not fit what is there.",
    "Do what the answer says; `signalbox doctor` checks them.",
  ],
};

export const HTTP: Words<HttpErrorCode> = {
  claims_not_allowed: [
    "A CI job's token is not signed by an issuer that a person trusts, is too old, or is of another repository, workflow, event or commit.",
    "The answer names the claim; `signalbox witness list` shows what is trusted, [witnesses.md](witnesses.md) has a workflow that fits.",
  ],
  cross_site: ["A page from elsewhere asked with this browser's session.", "Ask from the server's own pages."],
  host_not_allowed: [
    "The server was called by a name that it does not go by.",
    "Call it by its address, or start it with `--allow-host NAME`.",
  ],
  internal_error: [
    "A fault in Signalbox.",
    "Try once more; the server's log has the details, under the id that an agent is told.",
  ],
  link_from_elsewhere: [
    "Another site led to the link of `signalbox open`.",
    "Copy the link from the terminal into the address bar.",
  ],
  link_used_up: ["The link was used before, or is older than 15 minutes.", "`signalbox open` prints a new one."],
  not_found: ["Nothing is served at this address.", "[http.md](http.md) lists what is."],
  origin_not_allowed: ["A page from elsewhere asked.", "Ask from the server's own pages."],
  proof_needed: [
    "An override or another workflow was asked for by a browser that opened its link more than 15 minutes ago.",
    "Open a new link of `signalbox open` in the same browser, and try again.",
  ],
  role_not_allowed: ["The token is of a role that may not do this.", "Use a token of the right role."],
  server_busy: ["5,000 requests wait to be answered.", "Try again in a second."],
  signature_wrong: [
    "A webhook came without a signature, or with one by another secret.",
    "Give GitHub the secret that `SIGNALBOX_GITHUB_WEBHOOK_SECRET` leads to. `signalbox doctor` counts them.",
  ],
  signed_out: [
    "The browser was signed out, was not used for 12 hours, or signed in more than 30 days ago.",
    "`signalbox open` prints a new link.",
  ],
  streams_full: [
    "The server has 1,000 live streams open.",
    "Try again in a moment, or read `GET /api/ledger?after=SEQ`.",
  ],
  token_needed: [
    "The request came without a key.",
    "Send `Authorization: Bearer`, or open the link that `signalbox open` prints.",
  ],
  token_unknown: ["The token is not known here, was revoked, or has expired.", "`signalbox token new` makes another."],
  too_large: ["The request is too large.", "Send less at once."],
  too_many_failures: [
    "Too many wrong keys came from this address.",
    "Send a key that fits: it is let in at once. The wrong ones have to wait for as long as the answer says.",
  ],
  too_many_waiting: [
    "A thousand requests of one caller wait to be answered.",
    "Wait for answers before you send more.",
  ],
  too_many_writes: ["One caller sent more than 20,000 writes within a second.", "Look for a loop that does not end."],
  too_many_streams: ["One caller has 100 live streams open.", "Close those that nobody reads."],
  webhook_unreadable: [
    "A webhook is signed, and is not JSON, or does not say what kind it is.",
    "Choose the content type `application/json` in GitHub's settings of the webhook.",
  ],
  webhooks_off: [
    "A webhook came, and no secret is set, its place can't be read, or the board is not on GitHub.",
    "Set `SIGNALBOX_GITHUB_WEBHOOK_SECRET` ([github.md](github.md#webhooks)), and start the server anew.",
  ],
};

/** The classes of errors that carry one code each; test/docs holds them against the source. */
export const OTHERS = {
  contention: ["Others kept changing the same thing. Nothing was written.", "Call again in a moment."],
  unclear: [
    "The store went away in the middle of a write, so that nobody knows whether it was made.",
    "Read it again; if it is not there, repeat the call with the same `request_id`.",
  ],
  run_workflow_lost: [
    "The workflow that a run began with is gone from the store.",
    "`signalbox verify` says since when the store is not what was written.",
  ],
  issuer_unreachable: [
    "The keys of a trusted issuer can't be had, so that no job can be recognized. Nothing was recorded.",
    "Run the job again; see that the server reaches the issuer's address.",
  ],
  no_operator: [
    "No operator credential was found: there is no token, standard input is no terminal, the key is another user's or is tracked by git, or this is an agent's shell.",
    "Run the command in a terminal of your own, or set `SIGNALBOX_TOKEN`.",
  ],
  settings_untrusted: [
    "The project's `.signalbox/config.json` leads elsewhere (`database`, `workflow`, `agent` or an address), and no person has trusted it.",
    "A person runs `signalbox trust` in a terminal, or says the same by a flag or in the environment.",
  ],
  import_unreadable: ["A file to import is not in the format that was named.", "Write it again as the answer says."],
  receipt_unreadable: [
    "The note of what `init` has changed can't be read.",
    "Look at it, or move it away and take the entries out by hand.",
  ],
  anchor_failed: [
    "An [anchor](operations.md#anchors) can't be read, signed or written.",
    "The answer says why; `--no-anchors` verifies without any.",
  ],
} as const satisfies Words<string>;

/** What `signalbox workflow lint` finds in a file. */
export const FINDINGS: Words<FindingCode> = {
  guard_without_escape: [
    "A state has a guard on evidence, and no other way out that an agent could take.",
    "Add an unguarded edge to a state for people, and an intent that leads there.",
  ],
  guard_on_escape: [
    "The way to a state where people help asks for evidence itself.",
    "Take the guard away, or let it warn.",
  ],
  fact_without_source: [
    "A guard asks for a fact that nobody gives.",
    "Add a check of that name, correct the name, or ask for `attested`.",
  ],
  facts_without_commit: [
    "A guard asks for facts about a commit, and no way there takes one.",
    'Give the edge, or one before it, `"takes": "commit"`.',
  ],
  follow_without_edge: [
    "`follow` or `merge` names two states that no edge connects.",
    "Add the edge, or correct the names.",
  ],
  way_around: [
    "Agents reach an end without what is asked for on other ways there.",
    "Guard that edge too, or take it away.",
  ],
  hands_of_nobody: [
    "A guard asks for other hands, and does not say other than whose.",
    "Name the states in `than`, or ask for a person.",
  ],
  rounds_forward: ["`rounds` limits a way forward.", "Limit the way back instead."],
  check_not_clean: ["A check has no `setup`, and runs in a clean clone.", "Install there what it needs."],
  names_are_claims: [
    "Agents are told apart by the names of their connections.",
    "Where that is not enough, give them tokens, or ask for a person.",
  ],
  undeclared_state: ["A state is named that is not among `states`.", "Declare it, or correct the name."],
  undeclared_command: ["A command is named that is not among `commands`.", "Declare it, or correct the name."],
  undeclared_item_type: ["A type of item is named that is not among `itemTypes`.", "Declare it, or correct the name."],
  undeclared_phase: ["`position` rests in a phase that it does not have.", "Add the phase, or correct the name."],
  command_never_acts: [
    "Nothing that the command could do would be accepted.",
    "Give it inputs from which an edge leads to one of its outputs.",
  ],
  condition_ignored: [
    "An edge has a condition, and no state of the workflow has a skill.",
    "Take `when` out; what must hold before a step is a guard.",
  ],
  duplicate_edge: ["Two edges say the same.", "Take one out."],
  duplicate_pipeline_state: ["A state stands in `pipeline` twice.", "Take one out."],
  edge_never_taken: [
    "Another edge always comes first.",
    "Put it before that one, give it another condition, or take it out.",
  ],
  gate_without_effect: [
    "A gate is on a state that is not `human`.",
    "Mark the state as `human`, or take the gate out.",
  ],
  intent_always_refused: [
    "An intent of a command would be refused everywhere.",
    "Add the edge, or map the intent to another state.",
  ],
  intent_not_from_inputs: [
    "An intent works, but not from the states that its command expects.",
    "Good to know; add an edge or an input if it should.",
  ],
  lock_mismatch: [
    "The command's `lock` and the target of its acquiring intent differ.",
    "Name the same state in both.",
  ],
  lock_never_entered: [
    "No edge leads to the lock state of a command.",
    "Add one, from a state that the command expects.",
  ],
  lock_not_from_inputs: [
    "The lock can't be entered from what the command expects.",
    "Add an edge from one of its inputs.",
  ],
  lock_without_exit: ["Nothing leads out of the lock state.", "Add an edge."],
  no_phase_for_unknown: [
    "No phase takes tickets that have no state, or an unknown one.",
    "Give the phase that looks at new tickets `unknown: true`.",
  ],
  no_terminal_state: ["The workflow has no end.", "Mark a state as `terminal`."],
  no_way_to_end: ["From here no end can be reached.", "Add an edge towards one."],
  outcome_not_terminal: ["An outcome leads to a state that is no end.", "Name a terminal state."],
  output_always_refused: [
    "An output of a command would be refused from all that it expects.",
    "Add the edge, or take the output out.",
  ],
  router_cycle: ["Routers can send a run in a circle.", "Lead one of them to a skill or an end."],
  router_not_exhaustive: [
    "There are cases in which no edge of a router is taken.",
    "Add an edge for each case, or a last one without `when`.",
  ],
  state_in_two_phases: ["A state belongs to two phases.", "Leave it in one."],
  state_without_phase: ["A state belongs to no phase.", "Add it to one."],
  target_outside_pipeline: [
    "Convergence is asked for a state that has no place in `pipeline`.",
    "Add it there, or name another.",
  ],
  terminal_has_exit: ["An edge leads out of a terminal state.", "Take the edge or `terminal` out."],
  unknown_estimate: ["There is no such size.", "Use XS, S, M, L or XL."],
  unprovided_skill: [
    "A state has a skill that is neither shipped nor in a folder given with `--skills`.",
    "Correct its name, or write its `SKILL.md` and name the folder.",
  ],
  unreachable_state: ["Nothing leads to the state.", "Add an edge, or take the state out."],
  unused_skill: ["No state has the skill.", "Take it out, or give it to a state."],
};
