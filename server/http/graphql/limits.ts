/** Limits on the size and cost of one request to /graphql (transport.md 2 and 3). */
export interface Limits {
  /** Bytes of a JSON body. */
  bodyBytes: number
  /** Lexical tokens of the document. */
  tokens: number
  /** Levels of fields, fragments not counted. */
  depth: number
  rootFields: number
  aliases: number
  /** Fields once fragments are spread; counted before anything is validated or compiled. */
  fields: number
  cost: number
  /** Files of a multipart body. */
  files: number
  /** Bytes of the parts `operations` and `map`, each. */
  partBytes: number
  /** Bytes of a whole multipart body. */
  multipartBytes: number
}

const MIB = 1024 * 1024

export const LIMITS: Readonly<Limits> = {
  bodyBytes: MIB,
  tokens: 5000,
  depth: 15,
  rootFields: 30,
  aliases: 100,
  fields: 2000,
  cost: 20_000,
  files: 5,
  partBytes: MIB,
  multipartBytes: 64 * MIB,
}
