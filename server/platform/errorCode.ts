/** The system's code of an error (`EACCES`, …), or an empty string. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
