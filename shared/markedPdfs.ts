const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '')

/** The name of a file's redacted rendition (REDACT-20). */
export const redactedName = (name: string): string => `${withoutExtension(name)} (redacted).pdf`

/** The name of a file's marked PDF, of which the redacted rendition's says so (MARK-23). */
export const markedPdfName = (name: string, isRedacted = false): string =>
  isRedacted ? redactedName(name) : `${withoutExtension(name)}.pdf`

export const PDF_PASSWORD = { least: 8, most: 64 } as const

/** What is wrong with the password of a PDF, in one sentence; null where it is good (MARK-27). */
export function pdfPasswordProblem(password: string): string | null {
  const { length } = [...password]
  return length >= PDF_PASSWORD.least && length <= PDF_PASSWORD.most
    ? null
    : 'Please enter 8 to 64 characters.'
}
