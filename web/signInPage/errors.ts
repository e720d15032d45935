/*
 * The errors of the client that the sign-in page has: those of '@apollo/client/errors' speak of streams and formats, too.
 */

/** What the server refuses in an answer of GraphQL's form. */
export class CombinedGraphQLErrors extends Error {
  readonly errors: readonly { message: string }[]
  constructor({ errors = [] }: { errors?: readonly { message: string }[] }) {
    super(errors[0]?.message)
    this.errors = errors
  }
  static is = (error: unknown): error is CombinedGraphQLErrors => error instanceof CombinedGraphQLErrors
}

/** An answer that was refused as a whole. */
export class ServerError extends Error {
  readonly bodyText: string
  constructor(message: string, { bodyText }: { bodyText: string }) {
    super(message)
    this.bodyText = bodyText
  }
  static is = (error: unknown): error is ServerError => error instanceof ServerError
}
