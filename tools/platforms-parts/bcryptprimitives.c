/* Windows has a library of this name with one function that every Rust program calls for random numbers. wine has it from version 9
   on; this replaces it in older versions. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return RtlGenRandom(data, (ULONG)length);
}
