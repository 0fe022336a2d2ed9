/** What a person pasted of what their program prints. It is in memory only: the key is made of both secrets. */
export class PrintedForm {
  baseString = $state('');
  key = $state('');
  signature = $state('');
}
