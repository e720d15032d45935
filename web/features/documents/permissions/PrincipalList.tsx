import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import { IconDots, IconEye, IconUserCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { BorderedList, MenuButton, type MenuEntry } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LevelChoice } from './LevelChoice.tsx'
import { hintOf, type PrincipalsProps } from './principals.tsx'
import { RENDITION_NAMES, RENDITIONS } from './RenditionChoice.tsx'
import type { Toggle } from './useToggles.ts'

const Principals = styled(BorderedList)(({ theme }) => ({
  // The dialog scrolls as a whole: nothing of the list may be squeezed out of sight.
  flex: 'none',
  '& > li': { gap: 2, minHeight: 56, padding: '0 4px 0 0' },
  '& > li[data-changed]': { backgroundColor: theme.vars.palette.accent.tint },
  '& > li > section': { flex: 1, minWidth: 0, padding: '4px 0', overflowWrap: 'anywhere' },
  '& > li > section > label': { display: 'block', cursor: 'pointer' },
  '& > li > section > small': {
    display: 'block',
    ...theme.typography.caption,
    color: theme.vars.palette.ink3,
  },
  '& > li > p': { margin: 0, padding: '10px 14px', color: theme.vars.palette.ink2 },
}))

/** The same as the table where there is no room for columns: a level is chosen from a list (PERM-03, VIEW-11, REDACT-18). */
export function PrincipalList(props: PrincipalsProps) {
  const { label, toggles, empty } = props
  const busy = toggles.some(({ pending }) => pending)
  return (
    <Principals aria-label={label}>
      {toggles.length === 0 && (
        <li>
          <p>{empty}</p>
        </li>
      )}
      {toggles.map((toggle) => (
        <Principal key={toggle.principal.id} {...props} toggle={toggle} busy={busy} />
      ))}
    </Principals>
  )
}

interface PrincipalProps extends PrincipalsProps {
  toggle: Toggle
  /** Something is being changed: one change after the other. */
  busy: boolean
}

function Principal(props: PrincipalProps) {
  const { toggle, busy, isStaging, kind, onToggle, onLevel, onRendition, onOnly, onViewAs } = props
  const id = useId()
  const { permissible, pending, principal, rendition } = toggle
  const hint = [permissible !== false && rendition !== 'FULL' && contentText(toggle), hintOf(toggle)]
    .filter(Boolean)
    .join('. ')
  // What is chosen is set, or dropped, before anything else is done.
  const waits = busy || isStaging
  const entries: MenuEntry[] = [
    ...(permissible === false
      ? []
      : RENDITIONS.map((each) => ({
          key: each,
          label: `Content: ${RENDITION_NAMES[each]}`,
          selected: each === rendition,
          disabled: busy,
          onSelect: () => onRendition(principal.id, each),
        }))),
    {
      key: 'only',
      label: `Only this ${kind}`,
      icon: <IconUserCheck />,
      divider: permissible !== false,
      disabled: waits,
      onSelect: () => onOnly(principal.id),
    },
    ...(onViewAs
      ? [
          {
            key: 'as',
            label: `View as ${principal.name}`,
            icon: <IconEye />,
            onSelect: () => onViewAs(principal.id),
          },
        ]
      : []),
  ]
  return (
    <li aria-busy={pending || undefined} data-changed={toggle.now ? '' : undefined}>
      <Checkbox
        id={id}
        checked={permissible === true}
        indeterminate={permissible === null}
        // Mixed becomes on: nobody loses by the first click.
        onChange={() => {
          if (!waits) onToggle(principal.id, permissible !== true)
        }}
        slotProps={{
          input: { 'aria-disabled': waits || undefined, ...(hint && { 'aria-describedby': `${id}-hint` }) },
        }}
      />
      <section>
        <label htmlFor={id}>{principal.name}</label>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </section>
      {pending && <CircularProgress size={16} thickness={5} aria-label={`Changing ${principal.name}`} />}
      <LevelChoice
        name={principal.name}
        level={toggle.level}
        busy={busy}
        onChange={(level) => onLevel(principal.id, level)}
      />
      <MenuButton label={`More for ${principal.name}`} icon={<IconDots size={20} />} entries={entries} />
    </li>
  )
}

const contentText = ({ rendition }: Toggle): string =>
  `Content: ${rendition === null ? 'Mixed' : RENDITION_NAMES[rendition]}`
