/** The name of a file's marked PDF (MARK-23). */
export const markedPdfName = (name: string): string => `${name.replace(/(?<=.)\.[^.]*$/, '')}.pdf`

export const PDF_PASSWORD = { least: 8, most: 64 } as const

/** What is wrong with the password of a PDF, in one sentence; null where it is good (MARK-27). */
export function pdfPasswordProblem(password: string): string | null {
  const { length } = [...password]
  return length >= PDF_PASSWORD.least && length <= PDF_PASSWORD.most
    ? null
    : 'Please enter 8 to 64 characters.'
}
