import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { connectionNameProblem, domainProblem, maxAgeProblem } from '../../../../shared/ssoRules.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useOptionSearch, withText } from '../../../graphql/useOptionSearch.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  NumberField,
  SelectField,
  SubmitButton,
  SwitchField,
  TextField,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { GroupChoicesDocument } from '../core/operations.generated.ts'
import type { SsoConnection } from './connection.ts'
import { type ConnectionValues, domainsIn, inputOf, newerValues, valuesOf } from './connectionForm.ts'
import { CreateSsoConnectionDocument, UpdateSsoConnectionDocument } from './operations.generated.ts'
import { OidcFields, SamlFields } from './ProviderFields.tsx'

interface ConnectionDialogProps {
  orgSlug: string
  /** The one that is edited; without one a connection is added. */
  connection?: SsoConnection
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** How a conflict names what others have saved. */
const FIELDS = {
  name: 'Name',
  domains: 'Email domains',
  issuer: 'Issuer',
  clientId: 'Client ID',
  entityId: 'Entity ID',
  signInUrl: 'Sign-in address',
  maxAgeHours: { label: 'Hours until people sign in again', none: 'No limit' },
  joinGroupIds: { label: 'Groups that newcomers join', none: 'No groups' },
  isOn: 'On',
  isRequired: 'Required',
  secondFactorAtProvider: 'Second factor at the provider',
  allowIdpInitiated: 'Sign-in may begin at the provider',
}

/** Adds a connection over OpenID Connect or SAML, or edits one (SSO-09, SSO-14). */
export const ConnectionDialog = ({ connection, ...rest }: ConnectionDialogProps) => (
  <Dialog
    open
    onClose={rest.onClose}
    title={connection ? 'Edit connection' : 'Add connection'}
    {...(connection && { overline: connection.name })}
  >
    <ConnectionForm {...(connection && { connection })} {...rest} />
  </Dialog>
)

const KINDS = [
  { value: 'OIDC', label: 'OpenID Connect' },
  { value: 'SAML', label: 'SAML 2.0' },
]

function ConnectionForm({ orgSlug, connection, onClose, onDone }: ConnectionDialogProps) {
  const form = useForm<ConnectionValues>({ defaultValues: valuesOf(connection) })
  const groups = useReading(GroupChoicesDocument, { orgSlug, search: null })
  const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  const known = groups.data?.groupPages.groups.map(optionOf) ?? []
  const search = useOptionSearch(GroupChoicesDocument, { orgSlug }, ({ groupPages }, text) =>
    withText(groupPages.groups.map(optionOf), text),
  )
  const toast = useToast()
  const create = useAction(CreateSsoConnectionDocument, { refresh: onDone })
  const update = useAction(UpdateSsoConnectionDocument, { refresh: onDone })
  const [isOn, isRequired, kind] = useWatch({ control: form.control, name: ['isOn', 'isRequired', 'kind'] })
  const conflict = useConflict({
    form,
    revision: connection?.revision,
    fields: FIELDS,
    names: known.map(({ value, label }) => ({ id: value, name: label })),
  })
  const isRequiredNow = connection?.isOn && connection.isRequired
  const ends = connection && isOn && isRequired && !isRequiredNow ? connection.otherSessions : 0
  // SSO-19: said, then pressed once more.
  const [saidEnds, setSaidEnds] = useState(false)

  const problemOf = ({ conflict: savedFirst }: ActionProblem): FormProblem | undefined => {
    if (savedFirst?.of !== 'ssoConnection') return undefined
    return conflict.mergeNewer({ revision: savedFirst.revision, values: newerValues(savedFirst.newer) })
  }
  const submit = async (values: ConnectionValues): Promise<FormProblem | undefined> => {
    if (ends > 0 && !saidEnds) {
      setSaidEnds(true)
      return undefined
    }
    const input = inputOf(values, connection)
    const { problem, refusal } = connection
      ? await update.attempt({
          id: connection.id,
          revision: conflict.revision() ?? connection.revision,
          input,
        })
      : await create.attempt({ input: { orgSlug, kind: values.kind, ...input } })
    if (refusal) {
      setSaidEnds(false)
      return (problem && problemOf(problem)) ?? refusal
    }
    toast.success(connection ? 'Connection saved' : 'Connection added')
    onClose()
    return undefined
  }
  return (
    <Form
      form={form}
      conflict={conflict}
      onSubmit={submit}
      label={connection ? 'Edit connection' : 'Add connection'}
    >
      <DialogBody>
        {!connection && <SelectField name="kind" label="Kind" options={KINDS} />}
        <TextField
          name="name"
          label="Name"
          autoFocus
          autoComplete="off"
          helper="People read it on the button: Continue with …"
          rules={{ validate: (text: string) => connectionNameProblem(text) ?? true }}
        />
        <TextField
          name="domains"
          label="Email domains"
          autoComplete="off"
          helper="Such as example.com, with commas between several."
          rules={{
            validate: (text: string) => {
              const domains = domainsIn(text)
              return (
                (domains.length === 0 ? domainProblem('') : domains.map(domainProblem).find(Boolean)) ?? true
              )
            },
          }}
        />
        {kind === 'SAML' ? <SamlFields connection={connection} /> : <OidcFields connection={connection} />}
        <NumberField
          name="maxAgeHours"
          label="Hours until people sign in again"
          optional
          rules={{
            validate: (text: string) => maxAgeProblem(text.trim() === '' ? null : Number(text)) ?? true,
          }}
        />
        <ComboField
          name="joinGroupIds"
          label="Groups that newcomers join"
          multiple
          known={known}
          search={search}
          placeholder="Nobody joins without an invitation"
        />
        <SwitchField name="isOn" label="On" />
        <SwitchField name="secondFactorAtProvider" label="Second factor at the provider" />
        {connection && (
          <SwitchField
            name="isRequired"
            label="Required"
            helper="No password, reset link or passkey signs its people in any more; super users are exempt."
          />
        )}
        {saidEnds && ends > 0 && <Alert tone="warning">{`This ends ${ends} sessions.`}</Alert>}
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <SubmitButton>
          {saidEnds && ends > 0 ? 'End them and save' : connection ? 'Save' : 'Add connection'}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}
