export interface ConcurrentIndex {
  name: string
  statement: string
}

const COMMENT = /^\s*--.*$/gm
const CREATE = /^create (?:unique )?index concurrently if not exists (\w+) on /

/**
 * The indexes that a migration builds beside running statements, which no transaction can. Such a migration holds
 * nothing else, so that whatever stops it, it can be run again from its beginning.
 * @throws when it holds something else
 */
export function concurrentIndexes(text: string): ConcurrentIndex[] {
  if (!/\bindex concurrently\b/.test(text)) return []
  const statements = text
    .replace(COMMENT, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return statements.map((statement) => {
    const [, name] = CREATE.exec(statement) ?? []
    if (!name) {
      throw new Error(
        `A migration that builds an index concurrently holds nothing but "create index concurrently if not exists": ${statement}`,
      )
    }
    return { name, statement }
  })
}
