// What a shell loads once; whenever it completes a word it asks the program, so that it never knows an older version.

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# signalbox for bash: add this line to ~/.bashrc
#   eval "$(signalbox completion bash)"
_signalbox() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$(printf '%q' "$word")")
  done < <(signalbox completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _signalbox signalbox
`,
  zsh: `#compdef signalbox
# signalbox for zsh: add this line to ~/.zshrc, after compinit
#   eval "$(signalbox completion zsh)"
_signalbox() {
  local found
  found="$(signalbox completion words -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"
  if [[ -n "$found" ]]; then
    compadd -M 'm:{a-z}={A-Z}' -- "\${(@f)found}"
  else
    _files
  fi
}
compdef _signalbox signalbox
`,
  fish: `# signalbox for fish: run this once
#   signalbox completion fish > ~/.config/fish/completions/signalbox.fish
function __signalbox_words
  set -l typed (commandline -opc)
  signalbox completion words -- $typed[2..-1] (commandline -ct) 2>/dev/null
end
complete -c signalbox -a '(__signalbox_words)'
`,
};
