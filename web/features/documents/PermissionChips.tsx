import { styled } from '@mui/material/styles'
import { MISSING } from '../../../shared/format/number.ts'
import { Chip, Tooltip } from '../../ui/index.ts'
import { foldNames, shortPrincipal } from './permissionNames.ts'

const Chips = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' })

const Missing = styled('span')(({ theme }) => ({ color: theme.vars.palette.ink3 }))

/** Who may see a document: two names, then "+N" with the others in its tooltip (PERM-07). */
export function PermissionChips({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Missing>{MISSING}</Missing>
  const { shown, folded } = foldNames(names)
  return (
    <Chips>
      {shown.map((name) => {
        const short = shortPrincipal(name)
        return (
          <Tooltip key={name} title={short === name ? '' : name}>
            <span>
              <Chip>{short}</Chip>
            </span>
          </Tooltip>
        )
      })}
      {folded.length > 0 && (
        <Tooltip title={folded.join(', ')}>
          <span>+{folded.length}</span>
        </Tooltip>
      )}
    </Chips>
  )
}
