import { FIRST_MARK, type Mark } from '../../../../shared/markRules.ts'

/** A mark as a tree keeps it: what differs from that of all trees at first. */
export const markFrom = (kept: unknown): Mark => ({ ...FIRST_MARK, ...(kept as Partial<Mark>) })

/** A mark as the API is given it: what is left out is as at first. */
export const markGiven = (
  given: Omit<Mark, 'originals' | 'restrictPdf'> & {
    originals?: boolean | undefined
    restrictPdf?: boolean | undefined
  },
): Mark => ({
  ...given,
  originals: given.originals ?? FIRST_MARK.originals,
  restrictPdf: given.restrictPdf ?? FIRST_MARK.restrictPdf,
})
