export { onJoined, unsavedInPage } from '../unsaved/page.ts'
export { UnsavedMark } from '../unsaved/UnsavedMark.tsx'
export { UnsavedPart, type UnsavedPartProps } from '../unsaved/UnsavedPart.tsx'
export {
  type Leave,
  useLeave,
  useUnsaved,
} from '../unsaved/useUnsaved.ts'
export { AutosaveScope } from './autosave/AutosaveScope.tsx'
export { AutosaveStatus, type AutosaveStatusProps } from './autosave/AutosaveStatus.tsx'
export type { AutosaveState, SaveOutcome } from './autosave/draft.ts'
export { type Autosave, type AutosaveOptions, useAutosave } from './autosave/useAutosave.ts'
export { CancelButton, type CancelButtonProps } from './CancelButton.tsx'
export { CheckField, type CheckFieldProps, SwitchField } from './CheckField.tsx'
export { CodeField } from './CodeField.tsx'
export { ComboBox, type ComboBoxProps, type ComboSource } from './combo/ComboBox.tsx'
export { ComboField, type ComboFieldProps } from './combo/ComboField.tsx'
export type { ComboOption, ComboSearch } from './combo/useComboOptions.ts'
export { ConflictPanel, type ConflictPanelProps } from './conflict/ConflictPanel.tsx'
export { type Conflict, type FieldWords, useConflict } from './conflict/useConflict.tsx'
export { DateField, type DateFieldProps, dayProblem } from './DateField.tsx'
export { Form, type FormProps } from './Form.tsx'
export { NumberField, type NumberFieldProps, numberIn, numberProblem } from './NumberField.tsx'
export { PasswordField } from './PasswordField.tsx'
export { PhoneField, type PhoneFieldProps } from './phone/PhoneField.tsx'
export { type Failures, FailuresContext, type FormProblem } from './problem.ts'
export { ReadOnlyField } from './ReadOnlyField.tsx'
export { RepeatedRows, type RepeatedRowsProps, type RowsColumn, type RowsRow } from './rows/RepeatedRows.tsx'
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField.tsx'
export { SubmitButton } from './SubmitButton.tsx'
export { type FormSection, FormSections, type FormSectionsProps } from './sections/FormSections.tsx'
export {
  type FieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './TextField.tsx'
export { useFileChooser } from './useFileChooser.tsx'
