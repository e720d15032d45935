import IconButton from '@mui/material/IconButton'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useForm, useWatch } from 'react-hook-form'
import { layerNameProblem } from '../../../../shared/spatialFiles.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Layer } from '../layers/useLayers.ts'
import { UpdateProjectLayersDocument } from './operations.generated.ts'

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: 10,
  '& > s': { alignSelf: 'center', color: theme.vars.palette.ink3 },
}))

interface Values {
  layers: { id: string; name: string; removed: boolean }[]
}

interface LayersDialogProps {
  projectId: string
  features: readonly Layer[]
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** Names of a project's layers, and which of them go. */
export function LayersDialog({ projectId, features, onClose, onSaved }: LayersDialogProps) {
  const form = useForm<Values>({
    defaultValues: { layers: features.map(({ id, name }) => ({ id, name, removed: false })) },
  })
  const layers = useWatch({ control: form.control, name: 'layers' })
  const update = useAction(UpdateProjectLayersDocument, { refresh: onSaved })
  const remove = (at: number, removed: boolean) =>
    form.setValue(`layers.${at}.removed`, removed, { shouldDirty: true })
  const submit = async (values: Values) => {
    const kept = values.layers.filter(({ removed }) => !removed)
    const { data, problem } = await update.attempt({
      projectId,
      layers: kept.map(({ id, name }) => ({ id, name })),
    })
    if (data) onClose()
    return problem && { message: problem.message }
  }
  return (
    <Dialog open onClose={onClose} title="Edit layers">
      <Form form={form} onSubmit={submit}>
        <DialogBody>
          {layers.map(({ id, name, removed }, at) => (
            <Row key={id}>
              {removed ? (
                <s>{name}</s>
              ) : (
                <TextField
                  name={`layers.${at}.name`}
                  label={`Layer ${at + 1}`}
                  autoComplete="off"
                  rules={{ validate: (text: string) => layerNameProblem(text) ?? true }}
                />
              )}
              <IconButton
                aria-label={removed ? `Keep ${name}` : `Remove ${name}`}
                onClick={() => remove(at, !removed)}
              >
                {removed ? <IconRestore size={18} /> : <IconTrash size={18} />}
              </IconButton>
            </Row>
          ))}
        </DialogBody>
        <DialogFoot>
          <CancelButton onClose={onClose} />
          <SubmitButton>Save</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
