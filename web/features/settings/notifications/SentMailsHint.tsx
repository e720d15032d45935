import { IconChecklist, IconFileText, IconMessage2 } from '@tabler/icons-react'
import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Box = styled(Panel)(({ theme }) => ({
  '& h2': {
    margin: 0,
    padding: '12px 16px',
    ...theme.typography.h4,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& dl': { margin: 0, padding: 16, display: 'flex', flexDirection: 'column', gap: 20 },
  '& dl > div': { position: 'relative', paddingLeft: 26 },
  '& dl svg': { position: 'absolute', left: 0, top: 2, color: theme.vars.palette.ink2 },
  '& dt': { fontWeight: 600 },
  '& dd': { margin: 0, color: theme.vars.palette.ink2 },
  '& p': {
    margin: 0,
    padding: '12px 16px',
    color: theme.vars.palette.ink2,
    borderTop: `1px solid ${theme.vars.palette.line}`,
  },
}))

/** What comes by mail while a switch is on, and what always does (NOTIF-16 to NOTIF-18, NOTIF-22). */
export function SentMailsHint() {
  return (
    <Box as="aside" aria-label="What is sent while a switch is on">
      <h2>What is sent while a switch is on</h2>
      <dl>
        <div>
          <IconFileText size={16} stroke={1.6} aria-hidden="true" />
          <dt>New documents and reports</dt>
          <dd>One e-mail per upload, after 10 minutes without more files</dd>
        </div>
        <div>
          <IconMessage2 size={16} stroke={1.6} aria-hidden="true" />
          <dt>Questions and answers</dt>
          <dd>A new question if you may answer it, an answer or a closed question if you may read it</dd>
        </div>
        <div>
          <IconChecklist size={16} stroke={1.6} aria-hidden="true" />
          <dt>Checklist</dt>
          <dd>Items assigned to you and comments on them</dd>
        </div>
      </dl>
      <p>
        Invitations, password resets, finished zips and account notices are always sent. No e-mail about your
        own actions.
      </p>
    </Box>
  )
}
