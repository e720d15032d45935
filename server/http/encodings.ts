/** Content codings that answers may have, the better one first. */
export const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** The best of the offered codings that a client takes; none where it takes none of them. */
export const preferredEncoding = (
  header: string | string[] | undefined,
  offered: readonly Encoding[],
): Encoding | undefined => offered.find((encoding) => accepts(header, encoding))

const accepts = (header: string | string[] | undefined, encoding: Encoding): boolean =>
  String(header ?? '')
    .split(',')
    .some((part) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`).test(part))
