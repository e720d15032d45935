import { useForm, useWatch } from 'react-hook-form'
import { TOKEN_DAYS, tokenDaysProblem, tokenNameProblem } from '../../../../shared/tokenRules.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useOptionSearch } from '../../../graphql/useOptionSearch.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  NumberField,
  numberIn,
  SelectField,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import { CreateApiTokenDocument, TokenPortfoliosDocument } from './operations.generated.ts'

interface CreateTokenDialogProps {
  onClose: () => void
  /** @param token its text, which is given this once */
  onCreated: (token: string) => void
}

const SCOPES = [
  { value: 'READ', label: 'Read' },
  { value: 'READ_WRITE', label: 'Read and write' },
] as const

type Scope = (typeof SCOPES)[number]['value']

interface Values {
  name: string
  scope: Scope
  days: string
  orgSlug: string
  portfolioIds: string[]
}

/** What a new token may do, and for how long (TOKEN-02). */
export const CreateTokenDialog = ({ onClose, onCreated }: CreateTokenDialogProps) => (
  <Dialog open onClose={onClose} title="Create an API token">
    <TokenForm onCreated={onCreated} />
  </Dialog>
)

function TokenForm({ onCreated }: Pick<CreateTokenDialogProps, 'onCreated'>) {
  const { organizations } = useViewer()
  const form = useForm<Values>({
    defaultValues: { name: '', scope: 'READ', days: '90', orgSlug: '', portfolioIds: [] },
  })
  const { attempt } = useAction(CreateApiTokenDocument)
  const orgSlug = useWatch({ control: form.control, name: 'orgSlug' })
  const search = useOptionSearch(TokenPortfoliosDocument, { orgSlug }, ({ portfolios }) =>
    portfolios.map(({ id, name }) => ({ value: id, label: name })),
  )
  const submit = async ({ days, portfolioIds, ...values }: Values): Promise<FormProblem | undefined> => {
    const limits = values.orgSlug === '' ? { orgSlug: null } : { portfolioIds }
    const { data, refusal } = await attempt({
      input: { ...values, days: numberIn(days) ?? 0, ...limits },
    })
    const token = data?.createApiToken.token
    if (token) onCreated(token)
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} label="Create an API token">
      <DialogBody>
        <TextField
          name="name"
          label="Name"
          helper="What it is for, such as the nightly copy. The history names it beside you."
          autoComplete="off"
          autoFocus
          rules={{ validate: (text: string) => tokenNameProblem(text) ?? true }}
        />
        <SelectField
          name="scope"
          label="Scope"
          options={SCOPES}
          helper="At most what you may do yourself, and never people, sign-in or the back office."
        />
        <NumberField
          name="days"
          label="Ends after"
          unit="days"
          plain
          helper={`${TOKEN_DAYS.min} to ${TOKEN_DAYS.max} days.`}
          rules={{ validate: (text: string) => tokenDaysProblem(numberIn(text) ?? 0) ?? true }}
        />
        <ComboField
          name="orgSlug"
          label="Organisation"
          optional
          placeholder="All of yours"
          options={organizations.map(({ slug, name }) => ({ value: slug, label: name }))}
          empty="No organisation matches."
        />
        {orgSlug !== '' && (
          <ComboField
            key={orgSlug}
            name="portfolioIds"
            label="Portfolios"
            optional
            multiple
            placeholder="All of the organisation"
            search={search}
            empty="No portfolio matches."
          />
        )}
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <SubmitButton>Create token</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
