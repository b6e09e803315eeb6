// Generated from src/mcp/tools/ by `npm run generate`: edit those instead.

import type { ListedTool } from "./listed-tool.ts";

export const LISTED_TOOLS: readonly ListedTool[] = [
  {
    "name": "handoff_ticket",
    "toolset": "tickets",
    "title": "Hand off a ticket",
    "description": "Move a ticket to another state: the only way to do it. command: the role you act in. Give either intent or to_state. Intents: lock before you work, complete when done, escalate when stuck, reject to send back, close when nothing is left to do, cancel when it won't be done. A lock answers with a token: pass it as claim from then on. A refusal says after Recovery: what to call instead.",
    "annotations": {
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
          "type": "string"
        },
        "commit": {
          "description": "The commit your work is in: whole hash. Where the workflow asks for it",
          "type": "string"
        },
        "evidence": {
          "description": "What you say of it: {\"tests\":\"pass\"}. Kept as a report",
          "type": "object",
          "propertyNames": {
            "type": "string"
          },
          "additionalProperties": {
            "type": "string"
          }
        },
        "from_state": {
          "description": "Refused if it is elsewhere by now",
          "type": "string"
        },
        "dry_run": {
          "type": "boolean"
        },
        "agent": {
          "description": "Your name, if several share the connection",
          "type": "string"
        },
        "request_id": {
          "description": "Same id: repeats a call that got no answer",
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
              }
            },
            "commit": {
              "type": "string"
            },
            "event": {
              "type": [
                "integer",
                "null"
              ]
            },
            "dryRun": {
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
              }
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
    "description": "Give back a ticket that you locked and can't go on with. Its state stays; others may lock it.",
    "annotations": {
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
    "description": "Put a new ticket on the board, also a part of one that you split. It begins in the start state.",
    "annotations": {
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
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "parent": {
          "type": "integer"
        },
        "blockedBy": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "claim": {
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
              "type": [
                "object",
                "null"
              ],
              "properties": {
                "number": {
                  "type": "integer"
                },
                "repo": {
                  "type": "string"
                }
              }
            },
            "claim": {
              "type": [
                "object",
                "null"
              ],
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
                  "type": [
                    "object",
                    "null"
                  ],
                  "properties": {
                    "state": {
                      "type": "string"
                    }
                  }
                }
              }
            },
            "updatedAt": {
              "type": "string"
            },
            "closed": {
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
                }
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
                }
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
                }
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
                }
              }
            },
            "createdAt": {
              "type": "string"
            },
            "asOf": {
              "type": "string"
            },
            "behind": {
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
    "description": "Find tickets by state, parent, priority, label or words in the title, page by page. To find work, use pick_actionable_issue.",
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
                    "type": [
                      "object",
                      "null"
                    ],
                    "properties": {
                      "number": {
                        "type": "integer"
                      },
                      "repo": {
                        "type": "string"
                      }
                    }
                  },
                  "claim": {
                    "type": [
                      "object",
                      "null"
                    ],
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
                        "type": [
                          "object",
                          "null"
                        ],
                        "properties": {
                          "state": {
                            "type": "string"
                          }
                        }
                      }
                    }
                  },
                  "updatedAt": {
                    "type": "string"
                  },
                  "closed": {
                    "type": "string"
                  }
                }
              }
            },
            "asOf": {
              "type": "string"
            },
            "behind": {
              "type": "string"
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
    "description": "Change the fields given; null takes a value away, labels are replaced. Replacing or removing a link needs command. The state changes by handoff_ticket only.",
    "annotations": {
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
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "removeBlockedBy": {
          "type": "array",
          "items": {
            "type": "integer"
          }
        },
        "command": {
          "type": "string",
          "x-words": "relinkers"
        },
        "claim": {
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
                  "type": [
                    "object",
                    "null"
                  ],
                  "properties": {
                    "number": {
                      "type": "integer"
                    },
                    "repo": {
                      "type": "string"
                    }
                  }
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
                    }
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
                    }
                  }
                }
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
    "title": "Comment",
    "description": "Leave findings, a plan, a question or a link on a ticket, for people and for the next agent.",
    "annotations": {
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
    "description": "What is due for a ticket and its group: the phase of the least advanced member, and why. next: the calls that begin what is due; have that command's work done and ask again until it is empty. waiting: who works on what.",
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
                }
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
                    }
                  }
                }
              }
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
                }
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
                }
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
                }
              }
            },
            "cycles": {
              "type": "array",
              "items": {
                "type": "array"
              }
            },
            "truncated": {
              "const": true
            },
            "asOf": {
              "type": "string"
            },
            "behind": {
              "type": "string"
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
    "description": "Whether every ticket of a group has reached a state, and which ones it waits for. Ask before work that the group begins together, such as planning.",
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
                }
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
              "const": true
            },
            "asOf": {
              "type": "string"
            },
            "behind": {
              "type": "string"
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
    "title": "Let children follow",
    "description": "Move the children that are behind up to their parent's state. Those that may not move are listed with the reason.",
    "annotations": {
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
                }
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
                }
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
                }
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
    "description": "Find work: the best free ticket in a state (not locked, not blocked, small enough; by priority, then age). claim=true also locks it for you, in one step; it needs command and reason. Nothing found: passedOver counts what was not offered, and why.",
    "annotations": {
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
          "description": "default S",
          "type": "string",
          "x-words": "estimates"
        },
        "claim": {
          "type": "boolean"
        },
        "command": {
          "type": "string",
          "x-words": "lockers"
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
              "type": [
                "object",
                "null"
              ],
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
                    }
                  }
                }
              }
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
              }
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
                }
              }
            },
            "passedOver": {
              "type": "object"
            },
            "asOf": {
              "type": "string"
            },
            "behind": {
              "type": "string"
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
    "title": "Change items and tasks",
    "description": "Add or change items {number, title, type, ticket} and tasks {id, dependsOn, files, tests, description, parallel, item}; graph: tasks as YAML, `tasks:`.",
    "annotations": {
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
    "description": "Tell how a task of the run stands. dropped needs a reason.",
    "annotations": {
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
          "type": "string",
          "x-words": "statuses"
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
    "description": "Where a run stands: state, skill to resume with, items, batches of tasks, history.",
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
        "agent": {
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
