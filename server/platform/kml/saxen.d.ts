/** The part of the package that is used; it brings no types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Readonly<Record<string, string>>,
        decode: Decode,
        selfClosing: boolean,
      ) => void,
    ): this
    on(event: 'closeTag', handler: (name: string, decode: Decode, selfClosing: boolean) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    /** After which nothing more is parsed. */
    on(event: 'error', handler: (error: Error) => void): this
    parse(text: string): this
  }
}
