// Every code that a refusal can carry. Clients branch on them, and docs/troubleshooting.md explains each: a code that is
// not here does not compile, and neither does one here that the page says nothing about.

/** A handoff was not made. */
export type HandoffCode =
  | "one_target"
  | "unknown_command"
  | "command_not_allowed"
  | "unknown_intent"
  | "unknown_state"
  | "blank_reason"
  | "intent_not_mapped"
  | "intent_ambiguous"
  | "ticket_not_found"
  | "not_on_board"
  | "state_changed"
  | "claim_conflict"
  | "claim_lost"
  | "not_claimed"
  | "human_gate"
  | "terminal_state"
  | "invalid_transition"
  | "reject_goes_back"
  | "unexpected_state"
  | "invalid_output"
  | "not_converged"
  | "open_blockers"
  | "commit_missing"
  | "commit_unknown"
  | "commit_changed"
  | "commit_taken"
  | "facts_missing"
  | "rounds_used"
  | "same_hands"
  | "no_room"
  | "paths_touched";

/** What somebody said about a commit was not taken, or not taken back. */
export type EvidenceCode =
  | "fact_not_allowed"
  | "fact_not_found"
  | "fact_not_yours"
  | "no_tests"
  | "fact_not_checkable"
  | "nothing_to_check"
  | "base_unknown";

/** A question about a group, or about what is next, has no answer. */
export type DecisionCode =
  | "unknown_estimate"
  | "command_required"
  | "no_lock"
  | "no_claim_from_state"
  | "no_position"
  | "unknown_target"
  | "propagation_off"
  | "target_not_allowed"
  | "parent_outside_order"
  | "target_ahead_of_parent";

/** A ticket was not made, changed or linked. */
export type TicketCode =
  | "blank_title"
  | "blank_comment"
  | "unknown_priority"
  | "nothing_to_edit"
  | "field_changed"
  | "nothing_to_undo"
  | "relink_not_allowed"
  | "cycle"
  | "blocked_by_family"
  | "import_unfit"
  | "tickets_live_elsewhere";

export type SessionCode =
  | "ticket_missing"
  | "session_not_found"
  | "session_completed"
  | "not_your_session"
  | "out_of_order"
  | "not_reportable"
  | "unknown_outcome"
  | "bad_metadata";

/** A run of skills, its items or its tasks. */
export type RunCode =
  | "run_not_found"
  | "blank_name"
  | "wrong_skill"
  | "state_mismatch"
  | "run_over"
  | "not_your_run"
  | "too_late"
  | "missing_fact"
  | "batch_unfinished"
  | "dead_end"
  | "router_loop"
  | "invalid_item"
  | "duplicate_item"
  | "unknown_item_type"
  | "unknown_item"
  | "item_documented"
  | "invalid_graph"
  | "invalid_task"
  | "duplicate_task"
  | "self_dependency"
  | "unknown_dependency"
  | "task_cycle"
  | "task_started"
  | "unknown_task"
  | "unknown_status"
  | "dependencies_open"
  | "task_final"
  | "missing_reason"
  | "too_many";

/** What only people do: keys, the ledger's texts, workflows. */
export type PeopleCode =
  | "person_only"
  | "unknown_role"
  | "invalid_commands"
  | "invalid_name"
  | "name_taken"
  | "token_not_found"
  | "invalid_facts"
  | "invalid_witness"
  | "witness_known"
  | "witness_not_found"
  | "browser_not_found"
  | "row_not_found"
  | "no_such_moment"
  | "text_not_found"
  | "nothing_to_redact"
  | "workflow_not_redactable"
  | "workflow_not_found"
  | "workflow_strands_tickets"
  | "workflow_strands_runs"
  | "workflow_frees_tickets"
  | "invalid_map"
  | "map_elsewhere"
  | "workflow_changed"
  | "invalid_workflow";

/** The call itself. */
export type CallCode =
  | "invalid_arguments"
  | "invalid_cursor"
  | "tool_renamed"
  | "tool_not_offered"
  | "invalid_json"
  | "invalid_content_type"
  | "too_long"
  | "unstorable_text"
  | "request_reused";

export type RefusalCode =
  | HandoffCode
  | EvidenceCode
  | DecisionCode
  | TicketCode
  | SessionCode
  | RunCode
  | PeopleCode
  | CallCode;
