import type { ImportProjectsMutation } from './operations.generated.ts'

/** What the preview of an import says. */
export type ImportResult = NonNullable<ImportProjectsMutation['importProjects']['importResult']>
