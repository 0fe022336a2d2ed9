/** A thing of the platform's world that a value may name. */
export interface Thing {
  /** The value that is sent. */
  readonly value: string;
  /** Its name for people. */
  readonly name: string;
  readonly remark: string;
}
