import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { REQUIRED } from '../../../shared/accountRules.ts'
import { newProjectAddress } from '../../addresses.ts'
import { grants } from '../../graphql/access.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useViewer } from '../../graphql/viewer.ts'
import { ComboField, Form, FormFoot, Page, Redirect, Sheet, SubmitButton } from '../../ui/index.ts'
import { useOrganisationSearch } from './choices.ts'

/**
 * A new project of an organisation that a super user chooses; other project admins are led on to the form of their first
 * organisation by name (PROJ-18, BO-38).
 */
export function NewProjectPage() {
  const { isSuperUser, organizations } = useViewer()
  if (isSuperUser) return <ChooseOrganisation />
  const first = organizations
    .filter((one) => grants(one, 'PROJECTS_ADMIN'))
    .toSorted((a, b) => a.name.localeCompare(b.name))[0]
  if (!first) throw new PageNotFound()
  return <Redirect to={newProjectAddress(first.slug)} />
}

function ChooseOrganisation() {
  const navigate = useNavigate()
  const search = useOrganisationSearch()
  const form = useForm({ defaultValues: { slug: '' } })
  return (
    <Page title="New project">
      <Sheet>
        <Form
          form={form}
          disposable
          label="New project"
          onSubmit={async ({ slug }) => {
            await navigate(newProjectAddress(slug))
            return undefined
          }}
        >
          <ComboField
            name="slug"
            label="Organisation"
            required
            rules={{ validate: (value: unknown) => (value === '' ? REQUIRED : true) }}
            search={search}
          />
          <FormFoot>
            <SubmitButton>Continue</SubmitButton>
          </FormFoot>
        </Form>
      </Sheet>
    </Page>
  )
}
