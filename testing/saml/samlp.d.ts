/** The part of the package that is used; it brings no types. */
declare module 'samlp' {
  type Handler = (request: object, response: object, next: (error: unknown) => void) => void
  const samlp: {
    auth(options: object): Handler
    metadata(options: object): Handler
    parseRequest(
      request: object,
      options: object,
      done: (error: unknown, parsed?: { assertionConsumerServiceURL: string }) => void,
    ): void
  }
  export default samlp
}
