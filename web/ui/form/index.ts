export { Form, type FormProps } from './Form.tsx'
export { LeaveGuard, useLeaveGuard } from './LeaveGuard.tsx'
export { LeaveQuestion } from './LeaveQuestion.tsx'
export { NumberField, type NumberFieldProps } from './NumberField.tsx'
export { PasswordField } from './PasswordField.tsx'
export { type Failures, FailuresContext, type FormProblem } from './problem.ts'
export { ReadOnlyField } from './ReadOnlyField.tsx'
export { SubmitButton } from './SubmitButton.tsx'
export {
  type FieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './TextField.tsx'
