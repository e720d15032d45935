import os from 'node:os'

/**
 * Has this process stand back behind people who work at the same time. Where it was started so that it stands back further it stays
 * there: only root may take that back.
 */
export function standBack(): void {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority
  if (os.getPriority() < PRIORITY_BELOW_NORMAL) os.setPriority(PRIORITY_BELOW_NORMAL)
}
