import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { pdfPasswordProblem } from '../../../../shared/markedPdfs.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  PasswordField,
  SubmitButton,
  saveAs,
} from '../../../ui/index.ts'
import { type FileRef, usePlace } from '../place/place.ts'
import { filesText } from '../place/sizes.ts'
import { DownloadMarkedPdfDocument } from './operations.generated.ts'

interface MarkedPdfDialogProps {
  files: readonly FileRef[]
  onClose: () => void
}

const WITHOUT_EFFECT = { context: CHANGES_NOTHING }

/** Downloads files as PDFs that bear the person's mark, with a password where they want one (MARK-27). */
export function MarkedPdfDialog({ files, onClose }: MarkedPdfDialogProps) {
  const { tree } = usePlace()
  const { attempt, busy } = useAction(DownloadMarkedPdfDocument, WITHOUT_EFFECT)
  const form = useForm({ defaultValues: { password: '' } })
  /** Files that are downloaded already, where one after them was refused. */
  const done = useRef(new Set<string>())
  const [first] = files
  return (
    <Dialog
      open
      onClose={onClose}
      title="Download marked PDF"
      overline={files.length === 1 ? first?.name : filesText(files.length)}
      busy={busy}
    >
      <Form
        form={form}
        onSubmit={async ({ password }) => {
          for (const { id, versionId } of files.filter((file) => !done.current.has(file.id))) {
            const { data, refusal } = await attempt({
              treeId: tree.id,
              documentId: id,
              ...(versionId !== undefined && { versionId }),
              ...(password !== '' && { password }),
            })
            if (!data) return refusal
            saveAs(data.downloadMarkedPdf.url, data.downloadMarkedPdf.name)
            done.current.add(id)
          }
          onClose()
          return undefined
        }}
      >
        <DialogBody>
          <p style={{ margin: '0 0 12px' }}>
            Each page bears a mark with your name, the moment of the download, and a code that leads to you.
          </p>
          <PasswordField
            name="password"
            label="Password"
            optional
            helper="With a password the PDF opens with that alone."
            autoComplete="new-password"
            rules={{ validate: (password: string) => (password && pdfPasswordProblem(password)) || true }}
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
          <SubmitButton>Download</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
