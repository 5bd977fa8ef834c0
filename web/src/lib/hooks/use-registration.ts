import { useEffect, useRef } from "react";

/**
 * Registers the component's current value while it is mounted and `isActive`. `register` gets a function that reads
 * the value of the last render, and returns a function that ends the registration.
 */
export function useRegistration<T>(
  register: (read: () => T) => () => void,
  value: T,
  isActive: boolean,
): void {
  const last = useRef(value);
  last.current = value;
  useEffect(() => (isActive ? register(() => last.current) : undefined), [register, isActive]);
}
