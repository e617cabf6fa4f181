//! Job objects: all children of a program are in its job, cannot leave it and end with it.

use std::io;
use std::mem;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, HandleOrNull, OwnedHandle};
use std::ptr;

use windows_sys::Win32::Foundation::{ERROR_MORE_DATA, FALSE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_TIME, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, OpenProcess, OpenThread,
    PROCESS_QUERY_LIMITED_INFORMATION, ResumeThread, THREAD_SUSPEND_RESUME,
};

use crate::competitor::ResourceLimits;
use crate::system::resource_monitor::data_ceiling;

/// Creates a process that does not run before [`resume`].
pub(super) const SUSPENDED: u32 = CREATE_SUSPENDED;
/// Creates a process that Ctrl-C at our terminal does not reach.
pub(super) const OWN_GROUP: u32 = CREATE_NEW_PROCESS_GROUP;
/// Creates a process without a window.
pub(super) const NO_WINDOW: u32 = CREATE_NO_WINDOW;

/// The margin of the system's ceiling on processes above the limit, which the monitor enforces.
const MARGIN: u64 = 64;

/// The maximum number of processes that are listed.
const MAX_PROCESSES: usize = 4096;

/// A job. When it is dropped, or this process ends, all processes in it end.
pub(super) struct Job(OwnedHandle);

/// The list that the system writes: two counts, and the process ids.
#[repr(C)]
struct ProcessList {
    assigned: u32,
    listed: u32,
    numbers: [usize; MAX_PROCESSES],
}

impl Job {
    /// A new job with the limits that the system enforces.
    pub(super) fn new(limits: &ResourceLimits) -> io::Result<Job> {
        // SAFETY: both pointers are null: an unnamed job with default rights.
        let handle = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        // SAFETY: the handle is new and ours alone, or null.
        let handle = unsafe { HandleOrNull::from_raw_handle(handle) };
        let job = Job(OwnedHandle::try_from(handle).map_err(|_| io::Error::last_os_error())?);
        let mut info = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut info.BasicLimitInformation;
        basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        if let Some(seconds) = limits.processor {
            // In units of 100 ns.
            basic.PerProcessUserTimeLimit = i64::try_from(seconds.saturating_mul(10_000_000)).unwrap_or(i64::MAX);
            basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
        }
        if let Some(processes) = limits.processes {
            basic.ActiveProcessLimit = u32::try_from(processes.saturating_add(MARGIN)).unwrap_or(u32::MAX);
            basic.LimitFlags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
        }
        if let Some(memory) = limits.memory {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
            info.JobMemoryLimit = usize::try_from(data_ceiling(memory)).unwrap_or(usize::MAX);
        }
        let size = mem::size_of_val(&info) as u32;
        // SAFETY: the pointer is to a structure of the named kind and of `size` bytes, alive during the call.
        let set = unsafe {
            let place = (&raw const info).cast();
            SetInformationJobObject(job.0.as_raw_handle(), JobObjectExtendedLimitInformation, place, size)
        };
        if set == FALSE { Err(io::Error::last_os_error()) } else { Ok(job) }
    }

    /// Adds a process, with all children that it starts from now on.
    pub(super) fn take(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open during the call.
        let taken = unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) };
        if taken == FALSE { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// The ids of its processes.
    pub(super) fn processes(&self) -> Vec<u32> {
        let mut list = Box::new(ProcessList { assigned: 0, listed: 0, numbers: [0; MAX_PROCESSES] });
        let size = mem::size_of::<ProcessList>() as u32;
        // SAFETY: the pointer is to a list with the documented layout and of `size` bytes, exclusively ours during the call; any
        // bytes are valid there.
        let asked = unsafe {
            let place = (&raw mut *list).cast();
            let handle = self.0.as_raw_handle();
            QueryInformationJobObject(handle, JobObjectBasicProcessIdList, place, size, ptr::null_mut())
        };
        // With more processes than room, those that fit are listed.
        if asked == FALSE && io::Error::last_os_error().raw_os_error() != Some(ERROR_MORE_DATA as i32) {
            return Vec::new();
        }
        list.numbers.iter().take(list.listed as usize).map(|&number| number as u32).collect()
    }

    /// Kills all its processes.
    pub(super) fn end(&self) {
        // SAFETY: the handle is open during the call. A failure without processes does no harm.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

/// The resident bytes of a process; 0 if it is gone.
pub(super) fn memory(process: u32) -> u64 {
    // SAFETY: no pointers; the result is a new handle of ours, or null.
    let handle =
        unsafe { HandleOrNull::from_raw_handle(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process)) };
    let Ok(handle) = OwnedHandle::try_from(handle) else { return 0 };
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = mem::size_of_val(&counters) as u32;
    // SAFETY: the pointer is to a structure of this kind and size, exclusively ours during the call, and the handle is open.
    let found = unsafe { GetProcessMemoryInfo(handle.as_raw_handle(), &mut counters, size) };
    if found == FALSE { 0 } else { counters.WorkingSetSize as u64 }
}

/// Resumes a process that was created [`SUSPENDED`]. Its only thread has to be found among all threads.
pub(super) fn resume(process: u32) -> io::Result<()> {
    // SAFETY: no pointers; the result is a new handle of ours, or -1, which is checked below.
    let snapshot = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if snapshot.addr() == usize::MAX {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is new and ours alone.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(snapshot) };
    let mut thread = THREADENTRY32 { dwSize: mem::size_of::<THREADENTRY32>() as u32, ..THREADENTRY32::default() };
    // SAFETY: the pointer is to a structure that states its size and is exclusively ours during the call.
    let mut more = unsafe { Thread32First(snapshot.as_raw_handle(), &mut thread) };
    while more != FALSE {
        if thread.th32OwnerProcessID == process {
            // SAFETY: no pointers; the result is a new handle of ours, or null.
            let handle =
                unsafe { HandleOrNull::from_raw_handle(OpenThread(THREAD_SUSPEND_RESUME, FALSE, thread.th32ThreadID)) };
            let handle = OwnedHandle::try_from(handle).map_err(|_| io::Error::last_os_error())?;
            // SAFETY: the handle is open during the call.
            let before = unsafe { ResumeThread(handle.as_raw_handle()) };
            return if before == u32::MAX { Err(io::Error::last_os_error()) } else { Ok(()) };
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(snapshot.as_raw_handle(), &mut thread) };
    }
    Err(io::Error::other("it has no thread"))
}
