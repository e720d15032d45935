/** A part of the API as its page shows it (TOKEN-10). */
export interface ApiMember {
  kind: 'query' | 'mutation' | 'type' | 'input' | 'enum' | 'union' | 'scalar'
  name: string
  /** As in the schema's language, without descriptions. */
  signature: string
  /** What it does. */
  description: string
  /** What one needs for it; empty where that is nothing besides a session. */
  permissions: string
  /** Codes that it may fail with, besides those of every operation. */
  errors: readonly string[]
  /** Whether a token may ask for it: not at all, to read, or where it may write; null for what is no root field. */
  byToken: 'never' | 'read' | 'write' | null
  /** Of a type: its fields, values or members. */
  fields: readonly { signature: string; description: string }[]
}
