// Generated from src/mcp/tools/ by `npm run generate`: edit those instead.

import type { ListedTool } from "./listed-tool.ts";

export const LISTED_TOOLS: readonly ListedTool[] = [
  {
    "name": "handoff_ticket",
    "toolset": "tickets",
    "title": "Hand off a ticket",
    "description": "Move a ticket to its next workflow state: the only way to change a state. Say as which command you act, why, and either an intent (lock before working, complete when done, escalate when stuck) or the state by name. A lock answers with a claim token: pass it as claim from then on. A refusal says after Recovery: exactly what to call instead.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "command": {
          "type": "string",
          "x-words": "commands"
        },
        "intent": {
          "type": "string",
          "x-words": "intents"
        },
        "to_state": {
          "type": "string",
          "x-words": "states"
        },
        "reason": {
          "type": "string"
        },
        "claim": {
          "description": "Token of the claim that you hold",
          "type": "string"
        },
        "from_state": {
          "description": "Refused if the ticket is elsewhere by now",
          "type": "string",
          "x-words": "states"
        },
        "dry_run": {
          "type": "boolean"
        },
        "agent": {
          "description": "Your name, where several agents share this connection",
          "type": "string"
        },
        "request_id": {
          "description": "Yours; repeat a call that got no answer with the same one",
          "type": "string"
        }
      },
      "required": [
        "number",
        "command",
        "reason"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "previousState": {
              "type": [
                "string",
                "null"
              ]
            },
            "newState": {
              "type": "string"
            },
            "changed": {
              "type": "boolean"
            },
            "intent": {
              "type": [
                "string",
                "null"
              ]
            },
            "command": {
              "type": [
                "string",
                "null"
              ]
            },
            "reason": {
              "type": "string"
            },
            "claim": {
              "type": "object",
              "properties": {
                "token": {
                  "type": "string"
                },
                "holder": {
                  "type": "string"
                },
                "fence": {
                  "type": "integer"
                },
                "expiresAt": {
                  "type": "string"
                }
              },
              "required": [
                "holder",
                "fence",
                "expiresAt"
              ]
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            },
            "dryRun": {
              "type": "boolean",
              "const": true
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "guidance": {
              "type": "object",
              "properties": {
                "isLockState": {
                  "type": "boolean"
                },
                "isTerminal": {
                  "type": "boolean"
                },
                "requiresHumanAction": {
                  "type": "boolean"
                },
                "allowedNextTransitions": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "expectedByCommands": {
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "note": {
                  "type": "string"
                }
              },
              "required": [
                "isLockState",
                "isTerminal",
                "requiresHumanAction",
                "allowedNextTransitions",
                "expectedByCommands"
              ]
            }
          },
          "required": [
            "number",
            "previousState",
            "newState",
            "changed",
            "intent",
            "command",
            "reason",
            "event",
            "warnings",
            "guidance"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "release_claim",
    "toolset": "tickets",
    "title": "Give a claim back",
    "description": "Give back a ticket that you locked and can't go on with, without moving it: the state stays, and others may lock it.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "claim": {
          "type": "string"
        },
        "reason": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "number",
        "reason"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "released": {
              "type": "boolean",
              "const": true
            },
            "holder": {
              "type": "string"
            },
            "state": {
              "type": [
                "string",
                "null"
              ]
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "number",
            "released",
            "holder",
            "state",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "create_ticket",
    "toolset": "tickets",
    "title": "Create a ticket",
    "description": "Put a new ticket on the board, for instance a part of one that you split. It begins in the workflow's start state.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string"
        },
        "body": {
          "type": "string"
        },
        "priority": {
          "type": "string",
          "x-words": "priorities"
        },
        "estimate": {
          "type": "string",
          "x-words": "estimates"
        },
        "labels": {
          "maxItems": 50,
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "parent": {
          "type": "integer"
        },
        "blockedBy": {
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "title"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "state": {
              "type": "string"
            },
            "title": {
              "type": "string"
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "number",
            "state",
            "title",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "get_ticket",
    "toolset": "tickets",
    "title": "Read a ticket",
    "description": "One ticket with its text, state, links, who holds it, and its newest comments and moves.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "number"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "title": {
              "type": "string"
            },
            "state": {
              "type": [
                "string",
                "null"
              ]
            },
            "priority": {
              "type": [
                "string",
                "null"
              ]
            },
            "estimate": {
              "type": [
                "string",
                "null"
              ]
            },
            "labels": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "parent": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "number": {
                      "type": "integer"
                    },
                    "repo": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "number"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "claim": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "holder": {
                      "type": "string"
                    },
                    "since": {
                      "type": "string"
                    },
                    "expiresAt": {
                      "type": "string"
                    },
                    "expired": {
                      "type": "boolean"
                    },
                    "session": {
                      "anyOf": [
                        {
                          "type": "object",
                          "properties": {
                            "state": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "state"
                          ]
                        },
                        {
                          "type": "null"
                        }
                      ]
                    }
                  },
                  "required": [
                    "holder",
                    "since",
                    "expiresAt",
                    "expired",
                    "session"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "updatedAt": {
              "type": "string"
            },
            "body": {
              "type": "string"
            },
            "children": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "state": {
                    "type": [
                      "string",
                      "null"
                    ]
                  }
                },
                "required": [
                  "number",
                  "title",
                  "state"
                ]
              }
            },
            "blockedBy": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "state": {
                    "type": [
                      "string",
                      "null"
                    ]
                  }
                },
                "required": [
                  "number",
                  "title",
                  "state"
                ]
              }
            },
            "blocks": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "state": {
                    "type": [
                      "string",
                      "null"
                    ]
                  }
                },
                "required": [
                  "number",
                  "title",
                  "state"
                ]
              }
            },
            "comments": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "author": {
                    "type": "string"
                  },
                  "body": {
                    "type": "string"
                  },
                  "createdAt": {
                    "type": "string"
                  }
                },
                "required": [
                  "author",
                  "body",
                  "createdAt"
                ]
              }
            },
            "createdAt": {
              "type": "string"
            }
          },
          "required": [
            "number",
            "title",
            "state",
            "priority",
            "estimate",
            "labels",
            "parent",
            "claim",
            "updatedAt",
            "body",
            "children",
            "blockedBy",
            "blocks",
            "comments",
            "createdAt"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "list_tickets",
    "toolset": "tickets",
    "title": "List tickets",
    "description": "Find tickets by state, parent, priority, label or words in the title, by number, a page at a time. To choose what to work on, use pick_actionable_issue instead.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "state": {
          "type": "string",
          "x-words": "states"
        },
        "parent": {
          "type": "integer"
        },
        "priority": {
          "type": "string",
          "x-words": "priorities"
        },
        "label": {
          "type": "string"
        },
        "text": {
          "type": "string"
        },
        "open": {
          "description": "true: not in a terminal state",
          "type": "boolean"
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "tickets": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "state": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "priority": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "estimate": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "labels": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "parent": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "number": {
                            "type": "integer"
                          },
                          "repo": {
                            "type": "string"
                          }
                        },
                        "required": [
                          "number"
                        ]
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "claim": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "holder": {
                            "type": "string"
                          },
                          "since": {
                            "type": "string"
                          },
                          "expiresAt": {
                            "type": "string"
                          },
                          "expired": {
                            "type": "boolean"
                          },
                          "session": {
                            "anyOf": [
                              {
                                "type": "object",
                                "properties": {
                                  "state": {
                                    "type": "string"
                                  }
                                },
                                "required": [
                                  "state"
                                ]
                              },
                              {
                                "type": "null"
                              }
                            ]
                          }
                        },
                        "required": [
                          "holder",
                          "since",
                          "expiresAt",
                          "expired",
                          "session"
                        ]
                      },
                      {
                        "type": "null"
                      }
                    ]
                  },
                  "updatedAt": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "title",
                  "state",
                  "priority",
                  "estimate",
                  "labels",
                  "parent",
                  "claim",
                  "updatedAt"
                ]
              }
            }
          },
          "required": [
            "tickets"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "update_ticket",
    "toolset": "tickets",
    "title": "Edit and link a ticket",
    "description": "Change a ticket's title, body, priority, estimate, labels, parent or blockers; null takes a value away. Never its state: that is handoff_ticket. Taking away a link or a parent needs a command that may relink.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "title": {
          "type": "string"
        },
        "body": {
          "type": "string"
        },
        "priority": {
          "anyOf": [
            {
              "type": "string",
              "x-words": "priorities"
            },
            {
              "type": "null"
            }
          ]
        },
        "estimate": {
          "anyOf": [
            {
              "type": "string",
              "x-words": "estimates"
            },
            {
              "type": "null"
            }
          ]
        },
        "labels": {
          "maxItems": 50,
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "parent": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ]
        },
        "addBlockedBy": {
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "removeBlockedBy": {
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "command": {
          "type": "string",
          "x-words": "commands"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "number"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "edited": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "links": {
              "type": "object",
              "properties": {
                "parent": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "number": {
                          "type": "integer"
                        },
                        "repo": {
                          "type": "string"
                        }
                      },
                      "required": [
                        "number"
                      ]
                    },
                    {
                      "type": "null"
                    }
                  ]
                },
                "added": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "number": {
                        "type": "integer"
                      },
                      "repo": {
                        "type": "string"
                      }
                    },
                    "required": [
                      "number"
                    ]
                  }
                },
                "removed": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "number": {
                        "type": "integer"
                      },
                      "repo": {
                        "type": "string"
                      }
                    },
                    "required": [
                      "number"
                    ]
                  }
                }
              },
              "required": [
                "parent",
                "added",
                "removed"
              ]
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "number",
            "edited",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "add_comment",
    "toolset": "tickets",
    "title": "Comment on a ticket",
    "description": "Leave findings, a plan, a question or a link on a ticket, for people and for the next agent.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "body": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "number",
        "body"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "number",
            "id",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "detect_pipeline_position",
    "toolset": "decisions",
    "title": "Which phase is next?",
    "description": "What to do next for a ticket and everything connected with it: the phase of the group's least advanced member, with the reason and the phases after it. next: the calls that begin what is due; have that command's work done, and ask again until it is empty. waiting: who works on what.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "number"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "phase": {
              "type": "string"
            },
            "reason": {
              "type": "string"
            },
            "remainingPhases": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "issues": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "workflowState": {
                    "type": "string"
                  },
                  "estimate": {
                    "type": [
                      "string",
                      "null"
                    ]
                  }
                },
                "required": [
                  "number",
                  "title",
                  "workflowState",
                  "estimate"
                ]
              }
            },
            "convergence": {
              "type": "object",
              "properties": {
                "required": {
                  "type": "boolean"
                },
                "met": {
                  "type": "boolean"
                },
                "blocking": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "number": {
                        "type": "integer"
                      },
                      "repo": {
                        "type": "string"
                      },
                      "state": {
                        "type": "string"
                      }
                    },
                    "required": [
                      "number",
                      "state"
                    ]
                  }
                }
              },
              "required": [
                "required",
                "met",
                "blocking"
              ]
            },
            "isGroup": {
              "type": "boolean"
            },
            "groupPrimary": {
              "type": [
                "integer",
                "null"
              ]
            },
            "complete": {
              "type": "boolean"
            },
            "attention": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "state": {
                    "type": "string"
                  },
                  "reason": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "state",
                  "reason"
                ]
              }
            },
            "next": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "command": {
                    "type": "string"
                  },
                  "intent": {
                    "type": "string"
                  },
                  "to_state": {
                    "type": "string"
                  },
                  "to": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "command",
                  "to"
                ]
              }
            },
            "waiting": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "holder": {
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "until": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "holder",
                  "until"
                ]
              }
            },
            "cycles": {
              "type": "array",
              "items": {
                "type": "array"
              }
            },
            "truncated": {
              "type": "boolean",
              "const": true
            }
          },
          "required": [
            "phase",
            "reason",
            "remainingPhases",
            "issues",
            "convergence",
            "isGroup",
            "groupPrimary",
            "complete",
            "attention",
            "next",
            "waiting"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "check_convergence",
    "toolset": "decisions",
    "title": "Has the group arrived?",
    "description": "Whether every ticket of a group has reached a state, and which ones it waits for. Ask before work that the whole group starts together, such as planning.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "targetState": {
          "type": "string",
          "x-words": "pipeline"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "number",
        "targetState"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "converged": {
              "type": "boolean"
            },
            "targetState": {
              "type": "string"
            },
            "total": {
              "type": "integer"
            },
            "ready": {
              "type": "integer"
            },
            "blocking": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string"
                  },
                  "currentState": {
                    "type": "string"
                  },
                  "distanceToTarget": {
                    "type": [
                      "integer",
                      "null"
                    ]
                  }
                },
                "required": [
                  "number",
                  "title",
                  "currentState",
                  "distanceToTarget"
                ]
              }
            },
            "recommendation": {
              "type": "string",
              "enum": [
                "proceed",
                "wait",
                "escalate"
              ]
            },
            "cycles": {
              "type": "array",
              "items": {
                "type": "array"
              }
            },
            "truncated": {
              "type": "boolean",
              "const": true
            }
          },
          "required": [
            "converged",
            "targetState",
            "total",
            "ready",
            "blocking",
            "recommendation"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "advance_children",
    "toolset": "decisions",
    "title": "Let children follow their parent",
    "description": "After a parent has moved on: move its children that are behind up to the parent's state. Those that may not move are listed with the reason.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "number": {
          "type": "integer"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "targetState": {
          "type": "string",
          "x-words": "pipeline"
        },
        "command": {
          "type": "string",
          "x-words": "commands"
        },
        "reason": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "number",
        "targetState"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "advanced": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "fromState": {
                    "type": "string"
                  },
                  "toState": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "fromState",
                  "toState"
                ]
              }
            },
            "skipped": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "currentState": {
                    "type": "string"
                  },
                  "reason": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "currentState",
                  "reason"
                ]
              }
            },
            "errors": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "error": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "error"
                ]
              }
            }
          },
          "required": [
            "advanced",
            "skipped",
            "errors"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "pick_actionable_issue",
    "toolset": "decisions",
    "title": "What can I work on?",
    "description": "The best ticket to work on in a state: not locked, not blocked, small enough, by priority and age. With claim=true, command and reason it is locked for you in the same step, so that two agents never get the same one. Nothing found: passedOver counts what was not offered, and why.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "workflowState": {
          "type": "string",
          "x-words": "states"
        },
        "maxEstimate": {
          "description": "S if not given",
          "type": "string",
          "x-words": "estimates"
        },
        "claim": {
          "type": "boolean"
        },
        "command": {
          "type": "string",
          "x-words": "commands"
        },
        "reason": {
          "type": "string"
        },
        "owner": {
          "type": "string"
        },
        "repo": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "workflowState"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "found": {
              "type": "boolean"
            },
            "issue": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {
                    "number": {
                      "type": "integer"
                    },
                    "repo": {
                      "type": "string"
                    },
                    "title": {
                      "type": "string"
                    },
                    "description": {
                      "type": "string"
                    },
                    "workflowState": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "estimate": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "priority": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "isLocked": {
                      "type": "boolean"
                    },
                    "blockedBy": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "number": {
                            "type": "integer"
                          },
                          "repo": {
                            "type": "string"
                          },
                          "title": {
                            "type": "string"
                          }
                        },
                        "required": [
                          "number",
                          "title"
                        ]
                      }
                    }
                  },
                  "required": [
                    "number",
                    "title",
                    "description",
                    "workflowState",
                    "estimate",
                    "priority",
                    "isLocked",
                    "blockedBy"
                  ]
                },
                {
                  "type": "null"
                }
              ]
            },
            "alternatives": {
              "type": "integer"
            },
            "claim": {
              "type": "object",
              "properties": {
                "token": {
                  "type": "string"
                },
                "holder": {
                  "type": "string"
                },
                "fence": {
                  "type": "integer"
                },
                "expiresAt": {
                  "type": "string"
                }
              },
              "required": [
                "holder",
                "fence",
                "expiresAt"
              ]
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            },
            "skipped": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "number": {
                    "type": "integer"
                  },
                  "repo": {
                    "type": "string"
                  },
                  "code": {
                    "type": "string"
                  },
                  "reason": {
                    "type": "string"
                  }
                },
                "required": [
                  "number",
                  "code",
                  "reason"
                ]
              }
            },
            "passedOver": {
              "type": "object"
            }
          },
          "required": [
            "found",
            "issue",
            "alternatives"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "create_ralph_session",
    "toolset": "sessions",
    "title": "Open a session",
    "description": "Begin a session on a ticket (or ticketId): people see what you do.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "ticket": {
          "type": "integer"
        },
        "ticketId": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "number": {
              "type": "integer"
            },
            "repo": {
              "type": "string"
            },
            "sessionId": {
              "type": "string"
            },
            "state": {
              "type": "string"
            },
            "existing": {
              "type": "boolean"
            }
          },
          "required": [
            "number",
            "sessionId",
            "state",
            "existing"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "update_session_state",
    "toolset": "sessions",
    "title": "Report what you do",
    "description": "Report each phase as it begins. metadata: files[], testResults{passed,failed,skipped}, error, …",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "sessionId": {
          "type": "string"
        },
        "state": {
          "type": "string",
          "x-words": "reports"
        },
        "metadata": {
          "type": "object"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "sessionId",
        "state"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "success": {
              "type": "boolean",
              "const": true
            },
            "sessionId": {
              "type": "string"
            },
            "previousState": {
              "type": "string"
            },
            "newState": {
              "type": "string"
            },
            "transitionedAt": {
              "type": "string"
            },
            "outOfOrder": {
              "type": "boolean"
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          },
          "required": [
            "success",
            "sessionId",
            "previousState",
            "newState",
            "transitionedAt",
            "outOfOrder",
            "warnings"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "complete_ralph_session",
    "toolset": "sessions",
    "title": "End a session",
    "description": "End your session.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "sessionId": {
          "type": "string"
        },
        "outcome": {
          "type": "string",
          "x-words": "outcomes"
        },
        "error": {
          "type": "string"
        },
        "metadata": {
          "type": "object"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "sessionId",
        "outcome"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "success": {
              "type": "boolean",
              "const": true
            },
            "sessionId": {
              "type": "string"
            },
            "previousState": {
              "type": "string"
            },
            "newState": {
              "type": "string"
            },
            "transitionedAt": {
              "type": "string"
            },
            "outOfOrder": {
              "type": "boolean"
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          },
          "required": [
            "success",
            "sessionId",
            "previousState",
            "newState",
            "transitionedAt",
            "outOfOrder",
            "warnings"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "get_session",
    "toolset": "sessions",
    "title": "Read a session",
    "description": "With its history. Without sessionId: your open sessions and claims, if you lost context.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "sessionId": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "sessionId": {
              "type": "string"
            },
            "ticket": {
              "type": "string"
            },
            "state": {
              "type": "string"
            },
            "state_history": {
              "type": "array",
              "items": {
                "type": "object"
              }
            },
            "sessions": {
              "type": "array",
              "items": {
                "type": "object"
              }
            },
            "claims": {
              "type": "array",
              "items": {
                "type": "object"
              }
            }
          }
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "complete_skill",
    "toolset": "runs",
    "title": "Complete a skill",
    "description": "Say that a skill is finished; the answer names the next. New runs begin here.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "project": {
          "type": "string"
        },
        "session": {
          "type": "string"
        },
        "skill": {
          "type": "string"
        },
        "state": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        }
      },
      "required": [
        "project",
        "session",
        "skill"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "next_skill": {
              "type": [
                "string",
                "null"
              ]
            },
            "params": {
              "type": "object",
              "properties": {
                "item_number": {
                  "type": "integer"
                },
                "batch_index": {
                  "type": "integer"
                }
              }
            },
            "action": {
              "type": "string",
              "enum": [
                "clear",
                "none"
              ]
            },
            "state": {
              "type": "string"
            },
            "done": {
              "type": "boolean"
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "next_skill",
            "params",
            "action",
            "state",
            "done",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "update_run",
    "toolset": "runs",
    "title": "Change a run's items and tasks",
    "description": "Add or change items {number, title, type, ticket} and tasks {id, dependsOn, files, tests, description, parallel, item}; graph: tasks as YAML, `tasks:`.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "project": {
          "type": "string"
        },
        "session": {
          "type": "string"
        },
        "items": {
          "type": "array",
          "items": {
            "type": "object"
          }
        },
        "tasks": {
          "type": "array",
          "items": {
            "type": "object"
          }
        },
        "graph": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "project",
        "session"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "next_skill": {
              "type": [
                "string",
                "null"
              ]
            },
            "params": {
              "type": "object",
              "properties": {
                "item_number": {
                  "type": "integer"
                },
                "batch_index": {
                  "type": "integer"
                }
              }
            },
            "action": {
              "type": "string",
              "enum": [
                "clear",
                "none"
              ]
            },
            "state": {
              "type": "string"
            },
            "done": {
              "type": "boolean"
            },
            "total_items": {
              "type": "integer"
            },
            "batches": {
              "type": "array",
              "items": {
                "type": "array"
              }
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "next_skill",
            "params",
            "action",
            "state",
            "done",
            "total_items",
            "batches",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "update_task_status",
    "toolset": "runs",
    "title": "Set a task's status",
    "description": "pending, in_progress, completed, failed, or dropped with a reason.",
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "project": {
          "type": "string"
        },
        "session": {
          "type": "string"
        },
        "task": {
          "type": "string"
        },
        "status": {
          "type": "string"
        },
        "reason": {
          "type": "string"
        },
        "agent": {
          "type": "string"
        },
        "request_id": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "project",
        "session",
        "task",
        "status"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "task": {
              "type": "string"
            },
            "previous_status": {
              "type": "string"
            },
            "status": {
              "type": "string"
            },
            "changed": {
              "type": "boolean"
            },
            "batch_index": {
              "type": "integer"
            },
            "unfinished": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "warnings": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            }
          },
          "required": [
            "task",
            "previous_status",
            "status",
            "changed",
            "batch_index",
            "unfinished",
            "event"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  },
  {
    "name": "get_run",
    "toolset": "runs",
    "title": "Read a run",
    "description": "State, skill to resume with, items, task batches, history.",
    "annotations": {
      "readOnlyHint": true,
      "openWorldHint": false
    },
    "input": {
      "type": "object",
      "properties": {
        "project": {
          "type": "string"
        },
        "session": {
          "type": "string"
        },
        "cursor": {
          "type": "string"
        }
      },
      "required": [
        "project",
        "session"
      ],
      "additionalProperties": false
    },
    "output": {
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "state": {
              "type": "string"
            },
            "phase": {
              "type": [
                "string",
                "null"
              ]
            },
            "skill": {
              "type": [
                "string",
                "null"
              ]
            },
            "lastActivity": {
              "type": "string"
            },
            "currentItem": {
              "type": [
                "integer",
                "null"
              ]
            },
            "hasSnapshot": {
              "type": "boolean"
            },
            "items": {
              "type": "array",
              "items": {
                "type": "object"
              }
            },
            "batches": {
              "type": "array",
              "items": {
                "type": "object"
              }
            },
            "currentBatch": {
              "type": [
                "integer",
                "null"
              ]
            },
            "completedTasks": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "pendingTasks": {
              "type": "array",
              "items": {
                "type": "string"
              }
            },
            "totalItems": {
              "type": "integer"
            },
            "documentedItems": {
              "type": "integer"
            },
            "history": {
              "type": "array",
              "items": {
                "type": "object"
              }
            }
          },
          "required": [
            "state",
            "phase",
            "skill",
            "lastActivity",
            "currentItem",
            "hasSnapshot",
            "items",
            "batches",
            "currentBatch",
            "completedTasks",
            "pendingTasks",
            "totalItems",
            "documentedItems",
            "history"
          ]
        },
        {
          "required": [
            "error"
          ]
        }
      ]
    }
  }
];
