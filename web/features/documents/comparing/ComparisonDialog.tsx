import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useState } from 'react'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { Actions, Alert, Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Row } from '../place/place.ts'
import type { ComparedVersion } from './comparedVersion.ts'
import { Differences } from './Differences.tsx'

const Versions = styled(Actions)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { '& > div': { flex: '1 1 100%', minWidth: 0 } },
}))

const Choice = styled(Select<string>)(({ theme }) => ({
  ...theme.typography.body1,
  '& .MuiSelect-select': { padding: '5px 10px' },
}))

interface ComparisonDialogProps {
  file: Pick<Row, 'id' | 'name'>
  /** Newest first. */
  versions: readonly ComparedVersion[]
  onClose: () => void
  /** Somebody goes on to the file. */
  onLeave: () => void
}

/** What differs between two versions of a file: at first between the current one and the one before it (NEW-08). */
export function ComparisonDialog({ file, versions, onClose, onLeave }: ComparisonDialogProps) {
  const [chosen, setChosen] = useState(() => firstChoice(versions))
  const [older, newer] = chosen
    .map((id) => versions.find((version) => version.id === id))
    .toSorted((one, other) => (one?.number ?? 0) - (other?.number ?? 0))
  return (
    <Dialog open onClose={onClose} title="Compare versions" overline={file.name} size="medium">
      <DialogBody>
        <Versions>
          <VersionChoice
            label="Version"
            versions={versions}
            value={chosen[0]}
            onChange={(id) => setChosen([id, chosen[1]])}
          />
          <span>with</span>
          <VersionChoice
            label="Compared with"
            versions={versions}
            value={chosen[1]}
            onChange={(id) => setChosen([chosen[0], id])}
          />
        </Versions>
        {older && newer && older.id !== newer.id ? (
          <Differences
            key={`${older.id} ${newer.id}`}
            fileId={file.id}
            older={older}
            newer={newer}
            onLeave={onLeave}
          />
        ) : (
          <Alert tone="info">Please choose two different versions.</Alert>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The one before the current version, and the current one. */
function firstChoice(versions: readonly ComparedVersion[]): readonly [string, string] {
  const current = versions.find(({ isCurrent }) => isCurrent) ?? versions[0]
  const others = versions.filter(({ id }) => id !== current?.id)
  const before = others.find(({ number }) => number < (current?.number ?? 0)) ?? others[0]
  return [before?.id ?? '', current?.id ?? '']
}

interface VersionChoiceProps {
  label: string
  versions: readonly ComparedVersion[]
  value: string
  onChange: (id: string) => void
}

function VersionChoice({ label, versions, value, onChange }: VersionChoiceProps) {
  return (
    <Choice
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      SelectDisplayProps={{ 'aria-label': label }}
    >
      {versions.map(({ id, number, createdAt, isCurrent }) => (
        <MenuItem key={id} value={id} dense>
          Version {number}
          {isCurrent && ', current'} · {formatDateTime(createdAt)}
        </MenuItem>
      ))}
    </Choice>
  )
}
