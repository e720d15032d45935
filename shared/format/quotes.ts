const QUOTED = /^(["'])(.*)\1$/s

/** A server's message without the pair of quotes around it (FMT-24); quotes inside it stay. */
export function trimQuotes(message: string): string {
  const text = message.trim()
  return QUOTED.exec(text)?.[2] ?? text
}
