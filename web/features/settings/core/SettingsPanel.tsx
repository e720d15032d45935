import { type ReactNode, useId } from 'react'
import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Box = styled(Panel)(({ theme }) => ({
  boxSizing: 'border-box',
  maxWidth: 720,
  '&[data-wide]': { maxWidth: 1120 },
  '& + &': { marginTop: 16 },
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: '4px 16px',
    minHeight: 44,
    padding: '10px 16px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& > header h2': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 6px',
    margin: 0,
    ...theme.typography.h3,
  },
  '& > header p': { margin: 0, color: theme.vars.palette.ink2 },
  '& > div': { display: 'flex', flexDirection: 'column', gap: 16, padding: 16 },
  // A table reaches the panel's edges, which stand for its own.
  '&[data-flush] > div': {
    padding: 0,
    gap: 0,
    '& > :last-child': { border: 0, borderTopLeftRadius: 0, borderTopRightRadius: 0 },
    '& > :not(:last-child)': { margin: 16 },
  },
}))

/** One matter of the settings: its name, what belongs beside it, and what can be set. */
export function SettingsPanel({
  title,
  beside,
  wide,
  flush,
  children,
}: {
  title: ReactNode
  beside?: ReactNode
  /** On a page with a table whose cells say sentences. */
  wide?: boolean
  /** What it holds ends with a table. */
  flush?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box
      as="section"
      aria-labelledby={id}
      data-wide={wide ? '' : undefined}
      data-flush={flush ? '' : undefined}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      <div>{children}</div>
    </Box>
  )
}
