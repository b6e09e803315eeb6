// The link that lets a browser in. The code stands behind the #, which no browser sends, so that no log on the way has it.

export function linkTo(server: string, code: string): string {
  return `${server}/open#code=${code}`;
}
