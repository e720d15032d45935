import Button from '@mui/material/Button'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopied } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Block = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.sunken,
  '& pre': {
    margin: 0,
    padding: '14px 16px',
    overflowX: 'auto',
    ...theme.typography.body1,
    fontFamily: 'monospace',
    tabSize: 2,
  },
  // The button stands above the lines there, which it would cover.
  [theme.breakpoints.down('md')]: { '& pre': { paddingTop: 58 } },
  '& > button': { position: 'absolute', top: 6, right: 6, backgroundColor: theme.vars.palette.surface },
}))

/** A script to copy. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const { copied, copy } = useCopied()
  return (
    <Block>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Copy: ${label}`}
        startIcon={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => void copy(code)}
      >
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </Block>
  )
}
