import type { Connection } from '../../../platform/database/database.ts'
import { defineHook } from '../../../platform/hooks.ts'

/**
 * Asks why so many projects can't be added to a deal room: a sentence for whoever wants to add them, or null. For
 * previews; the change itself is refused with the same sentence.
 */
export const projectsRefused = defineHook<{ portfolioId: string; count: number }, string | null, Connection>(
  'projectsRefused',
)
