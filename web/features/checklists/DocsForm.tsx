import Button from '@mui/material/Button'
import { IconExternalLink, IconFolderSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { linkProblem, opensLink } from '../../../shared/checklists.ts'
import { Actions, Form, SubmitButton, TextField, useUnsaved } from '../../ui/index.ts'
import type { Item } from './matrix.ts'

interface DocsFormProps {
  item: Item
  mayEdit: boolean
  /** @returns whether it was saved; why not stands above */
  onSave: (link: string | null) => Promise<boolean>
  picker: ((props: { onPick: (link: string) => void; onCancel: () => void }) => ReactNode) | null
}

/** Where the documents of a category and a project are (CHK-12, CHK-20): pasted, or picked from the document tree. */
export function DocsForm({ item: { link }, mayEdit, onSave, picker }: DocsFormProps) {
  const [isPicking, setPicking] = useState(false)
  const form = useForm({ defaultValues: { link: link ?? '' } })
  // The picker stands in the place of the form.
  useUnsaved(isPicking && form.formState.isDirty)
  if (isPicking && picker) {
    return picker({
      onCancel: () => setPicking(false),
      onPick: (picked) => {
        form.setValue('link', picked, { shouldDirty: true })
        setPicking(false)
      },
    })
  }
  const view = link !== null && opensLink(link) && (
    <Button href={link} target="_blank" rel="noopener noreferrer" startIcon={<IconExternalLink />}>
      View Docs
    </Button>
  )
  if (!mayEdit) return view || <p>No docs linked</p>
  return (
    <Form
      form={form}
      label="Docs link"
      onSubmit={async ({ link: typed }) => {
        const isSaved = await onSave(typed.trim() === '' ? null : typed.trim())
        // Why not stands above; what was typed stays, and is unsaved.
        return isSaved ? undefined : {}
      }}
    >
      <TextField
        name="link"
        label="Docs link"
        placeholder="https://…"
        helper="Paste an address, or choose a folder or file of this deal room. Leave it empty to remove the link."
        rules={{ validate: (value: string) => linkProblem(value.trim()) ?? true }}
      />
      <Actions>
        {picker && (
          <Button startIcon={<IconFolderSearch />} onClick={() => setPicking(true)}>
            Choose from documents
          </Button>
        )}
        {view}
        <span data-end="">
          <SubmitButton>Save</SubmitButton>
        </span>
      </Actions>
    </Form>
  )
}
