import type pg from 'pg'

/** Statements that are kept prepared on each connection, the last used ones. */
export const MAX_PREPARED = 300
/** Statements deallocated together, so that a connection with many new texts rarely pays for it. */
const EVICTION_BATCH = 30

/** What the client of pg remembers of the statements that it has prepared; not part of its types. */
interface Remembered {
  connection: { parsedStatements: Record<string, string>; submittedNamedStatements: Record<string, string> }
}

export interface PreparedStatements {
  /** The name under which the text is, or will be, prepared on the connection. */
  nameOf(text: string): string
}

/**
 * Lets every statement of a connection be prepared once, so that PostgreSQL plans the few texts that make up almost
 * all traffic only once. The least recently used ones are deallocated: each holds memory of the backend.
 */
export function preparedStatements(client: pg.PoolClient): PreparedStatements {
  /** Names by text, the last used ones last. */
  const names = new Map<string, string>()
  /** Names that the backend may still hold. */
  let abandoned: string[] = []
  let counter = 0

  const abandonOldest = (): void => {
    for (const [text, name] of names) {
      if (names.size <= MAX_PREPARED - EVICTION_BATCH) break
      names.delete(text)
      abandoned.push(name)
    }
  }
  const deallocate = (): void => {
    const { parsedStatements, submittedNamedStatements } = (client as unknown as Remembered).connection
    // A text whose preparation failed is not there, and naming it would fail all the others.
    const there = abandoned.filter((name) => parsedStatements[name] !== undefined)
    for (const name of abandoned) delete submittedNamedStatements[name]
    abandoned = []
    if (there.length === 0) return
    for (const name of there) delete parsedStatements[name]
    // Queries of a client are sent in order, so that the next one follows this.
    client.query(there.map((name) => `deallocate ${name}`).join(';')).catch(() => {
      // In a failed transaction nothing is deallocated: this is tried again with the next ones.
      for (const name of there) parsedStatements[name] = ''
      abandoned.push(...there)
    })
  }
  return {
    nameOf(text) {
      const known = names.get(text)
      if (known !== undefined) {
        names.delete(text)
        names.set(text, known)
        return known
      }
      if (names.size >= MAX_PREPARED) {
        abandonOldest()
        deallocate()
      }
      counter += 1
      const name = `s${counter}`
      names.set(text, name)
      return name
    },
  }
}
