/** A function that does what `compile` returns, and calls `compile` once, when it is first called itself. */
export function compiledAtFirstUse<Input, Output>(
  compile: () => (input: Input) => Output,
): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined
  return (input) => {
    compiled ??= compile()
    return compiled(input)
  }
}
