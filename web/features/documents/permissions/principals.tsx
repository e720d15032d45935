import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Toggle } from './useToggles.ts'

/** Roles or groups, and what can be done with each. */
export interface PrincipalsProps {
  /** Accessible name. */
  label: string
  toggles: readonly Toggle[]
  /** In the place of the first row. */
  empty: string
  /** What one of them is called. */
  kind: 'group' | 'role'
  /** Levels or contents are chosen that are not set yet. */
  isStaging: boolean
  onToggle: (principalId: string, permissible: boolean) => void
  onLevel: (principalId: string, level: DocumentLevel) => void
  onRendition: (principalId: string, rendition: DocumentRendition) => void
  onOnly: (principalId: string) => void
  /** Shows the room as one of them sees it; left out where that is not offered. */
  onViewAs?: (principalId: string) => void
}

/** Of whom nothing is given there is no content to choose. */
export const Unsaid = styled('span')(({ theme }) => ({
  paddingLeft: 8,
  color: theme.vars.palette.ink3,
}))

export function hintOf({ permissible, differsBelow }: Toggle): string | undefined {
  if (permissible === null) return 'Some of these, not all'
  if (!differsBelow) return undefined
  return permissible ? 'Not everything below' : 'Something below is permitted'
}
