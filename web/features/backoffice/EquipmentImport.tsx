import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatCount, formatNumber } from '../../../shared/format/number.ts'
import { useAction } from '../../graphql/useAction.ts'
import {
  Alert,
  BusyButton,
  ComboBox,
  type ComboOption,
  Dialog,
  DialogBody,
  DialogFoot,
  useFileChooser,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { useRecordSearch } from './choices.ts'
import {
  BackOfficeImportEquipmentDocument,
  type BackOfficeImportEquipmentMutation,
} from './operations.generated.ts'

type Outcome = BackOfficeImportEquipmentMutation['backOfficeImportEquipment']

const File = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 })

const Broken = styled('ul')(({ theme }) => ({
  margin: 0,
  paddingLeft: 20,
  maxHeight: 240,
  overflowY: 'auto',
  color: theme.vars.palette.ink2,
}))

/** The kinds of record that a list of the CEC holds. */
export const IMPORTED: ReadonlySet<string> = new Set(['panelmodel', 'invertermodel'])

/** Takes a list of panel or inverter models into an organisation's (BO-27). */
export function EquipmentImport({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const id = useId()
  const search = useRecordSearch('organisation')
  const [organisation, setOrganisation] = useState<readonly ComboOption[]>([])
  const [file, setFile] = useState<globalThis.File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { attempt, busy, problem } = useAction(BackOfficeImportEquipmentDocument, { refresh: onDone })
  const { choose, input } = useFileChooser({
    label: 'List of models',
    accept: '.csv',
    onFiles: ([chosen]) => setFile(chosen),
  })
  const organisationId = organisation[0]?.value
  const send = async () => {
    if (organisationId === undefined || !file) return
    const { data } = await attempt({ organisationId, file })
    if (data) setOutcome(data.backOfficeImportEquipment)
  }
  return (
    <Dialog open onClose={onClose} title="Import a CEC list" busy={busy}>
      <DialogBody>
        {problem && <Alert tone="danger">{problem.message}</Alert>}
        {outcome ? (
          <ImportOutcome outcome={outcome} />
        ) : (
          <>
            <div>
              A .csv list of modules or inverters of the California Energy Commission, as SAM publishes it.
              Models that the organisation has already stay as they are.
            </div>
            <ComboBox
              id={id}
              label="Organisation"
              ariaLabel="Organisation"
              placeholder="Organisation"
              search={search}
              value={organisation}
              onChange={setOrganisation}
            />
            <File>
              <Button startIcon={<IconUpload />} onClick={() => choose()}>
                Choose file
              </Button>
              {input}
              {file?.name ?? 'No file yet'}
            </File>
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} disabled={busy}>
          {outcome ? 'Close' : 'Cancel'}
        </Button>
        {!outcome && (
          <BusyButton
            busy={busy}
            variant="contained"
            disabled={organisationId === undefined || !file}
            onClick={() => void send()}
          >
            Import
          </BusyButton>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function ImportOutcome({ outcome }: { outcome: Outcome }) {
  const { added, known, broken, brokenCount } = outcome
  return (
    <>
      <div role="status">
        {`${formatCount(added, 'model')} added, ${formatNumber(known)} ${known === 1 ? 'was' : 'were'} there already.`}
      </div>
      {brokenCount > 0 && (
        <>
          <Alert tone="warning">{`${formatCount(brokenCount, 'row was', 'rows were')} skipped:`}</Alert>
          <Broken>
            {broken.map(({ row, message }) => (
              <li key={row}>{`Row ${row}: ${message}`}</li>
            ))}
          </Broken>
        </>
      )}
    </>
  )
}
