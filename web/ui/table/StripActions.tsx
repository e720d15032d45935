import Button from '@mui/material/Button'
import { Fragment, useMemo, useRef } from 'react'
import { MenuButton, type MenuEntry } from '../navigation/Menu.tsx'
import { Rule } from '../page/Rule.tsx'
import { useFitting } from '../text/fitting.ts'
import { Ruler } from '../text/Ruler.tsx'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'
import type { StripAction } from './types.ts'

const GAP = 8
/** Px of a button padding its words: padding and icon. */
const PADDING = 38
/** Px of the button 'More'. */
const MORE = 76
/** Px of the rule before what does harm. */
const RULE = 13

const Row = styled('div')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: GAP,
  flex: 1,
  minWidth: 0,
  // Room for the focus ring inside what hides the overflow.
  margin: '-8px',
  padding: '8px',
  overflow: 'hidden',
})

const ActionRuler = styled(Ruler)({ fontWeight: 500 })

/** Actions as entries of a menu, a rule above what does harm. */
export const entriesOf = (actions: readonly StripAction[]): MenuEntry[] =>
  actions.map((action, at) => ({ ...action, divider: at > 0 && action.tone === 'danger' }))

/** Actions on a selection as text buttons; those that don't fit are under 'More'. */
export function StripActions({ actions }: { actions: readonly StripAction[] }) {
  const row = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const labels = actions.map((action) => action.label).join('\n')
  const words = useMemo(() => labels.split('\n'), [labels])
  const count = useFitting(row, ruler, words, {
    gap: GAP,
    padding: PADDING,
    more: () => MORE,
    inset: 2 * GAP + RULE + GAP,
  })
  const rest = actions.slice(count)
  return (
    <Row ref={row}>
      <ActionRuler ref={ruler} aria-hidden="true">
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </ActionRuler>
      {actions.slice(0, count).map((action, at) => (
        <Fragment key={action.key}>
          {action.tone === 'danger' && at > 0 && <Rule />}
          <Tooltip title={action.disabled ? action.reason : ''}>
            <Button
              size="small"
              variant="text"
              color={action.tone === 'danger' ? 'error' : 'primary'}
              startIcon={action.icon}
              disabled={action.disabled}
              onClick={action.onSelect}
            >
              {action.label}
            </Button>
          </Tooltip>
        </Fragment>
      ))}
      {rest.length > 0 && <MenuButton label="More" variant="text" size="small" entries={entriesOf(rest)} />}
    </Row>
  )
}
